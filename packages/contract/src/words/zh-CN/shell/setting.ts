/** Words of the setting. */
export const setting = {
  'shell.setting': '布局设置',
} as const;
