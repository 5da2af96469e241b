/** Words of configs. */
export const config = {
  'system.config': '参数',
} as const;
