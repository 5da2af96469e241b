import type { setting as chinese } from '../../zh-CN/shell/setting.ts';

export const setting: Record<keyof typeof chinese, string> = {
  'shell.setting': 'Layout settings',
};
