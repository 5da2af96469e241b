import type { shell as chinese } from '../zh-CN/shell.ts';

export const shell: Record<keyof typeof chinese, string> = {
  'shell.title': 'Suyuan',
  'shell.home': 'Home',
  'shell.prompt': 'Prompt',
  'shell.signOutAsk': 'Confirm logout and exit the system?',
};
