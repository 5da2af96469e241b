/** Words of the bell. */
export const bell = {
  'shell.bell': '通知',
} as const;
