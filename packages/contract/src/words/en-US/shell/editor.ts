import type { editor as chinese } from '../../zh-CN/shell/editor.ts';

export const editor: Record<keyof typeof chinese, string> = {
  'shell.editor': 'Rich text editor',
};
