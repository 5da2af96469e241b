import type { dict as chinese } from '../../zh-CN/system/dict.ts';

export const dict: Record<keyof typeof chinese, string> = {
  'system.dictType': 'Dictionary',
  'system.dictData': 'Dictionary entry',
};
