/** Words of roles. */
export const role = {
  'system.role': '角色',
} as const;
