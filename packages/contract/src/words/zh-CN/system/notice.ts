/** Words of notices. */
export const notice = {
  'system.notice': '公告',
} as const;
