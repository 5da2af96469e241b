/** Words of the bell. */
export const bell = {
  'shell.bell': '通知',
  'shell.bellUnread': '通知，{count} 条未读',
} as const;
