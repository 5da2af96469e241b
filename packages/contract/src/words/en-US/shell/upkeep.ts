import type { upkeep as chinese } from '../../zh-CN/shell/upkeep.ts';

export const upkeep: Record<keyof typeof chinese, string> = {
  'shell.upkeep': 'New version and offline',
};
