import type { config as chinese } from '../../zh-CN/system/config.ts';

export const config: Record<keyof typeof chinese, string> = {
  'system.config': 'Setting',
};
