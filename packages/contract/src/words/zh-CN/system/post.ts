/** Words of posts. */
export const post = {
  'system.post': '岗位',
} as const;
