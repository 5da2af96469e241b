import type { palette as chinese } from '../../zh-CN/shell/palette.ts';

export const palette: Record<keyof typeof chinese, string> = {
  'shell.palette': 'Command palette',
};
