/** Words of dicts. */
export const dict = {
  'system.dictType': '字典',
  'system.dictData': '字典数据',
} as const;
