/** Words of users. */
export const user = {
  'system.user': '用户',
} as const;
