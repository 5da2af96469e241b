import type { user as chinese } from '../../zh-CN/system/user.ts';

export const user: Record<keyof typeof chinese, string> = {
  'system.user': 'User',
};
