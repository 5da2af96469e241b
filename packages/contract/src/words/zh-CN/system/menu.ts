/** Words of menus. */
export const menu = {
  'system.menu': '菜单',
} as const;
