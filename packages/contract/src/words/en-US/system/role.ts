import type { role as chinese } from '../../zh-CN/system/role.ts';

export const role: Record<keyof typeof chinese, string> = {
  'system.role': 'Role',
};
