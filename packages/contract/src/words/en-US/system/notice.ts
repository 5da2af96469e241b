import type { notice as chinese } from '../../zh-CN/system/notice.ts';

export const notice: Record<keyof typeof chinese, string> = {
  'system.notice': 'Notice',
};
