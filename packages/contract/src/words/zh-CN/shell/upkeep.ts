/** Words of the upkeep. */
export const upkeep = {
  'shell.upkeep': '新版本与离线',
} as const;
