import type { bell as chinese } from '../../zh-CN/shell/bell.ts';

export const bell: Record<keyof typeof chinese, string> = {
  'shell.bell': 'Notices',
  'shell.bellUnread': 'Notices, {count} unread',
};
