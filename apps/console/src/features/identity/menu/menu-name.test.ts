import { describe, expect, it, vi } from 'vitest';
import { setLanguage, translate } from '../../../data/i18n.ts';
import { matchesMenuName } from './menu-names.ts';

const menu = { menuId: 2, menuName: '用户管理', menuType: 'C', parentId: 0, path: '/system/user', perms: 'system:user:list' } as const;
const button = { ...menu, menuId: 3, menuName: '用户新增', menuType: 'F', path: '', perms: 'system:user:add' } as const;

describe('menu search', () => {
  it('finds a menu by its stored name and by its name in the current language', async () => {
    expect(matchesMenuName(menu, undefined, [], translate)).toBe(true);
    expect(matchesMenuName(menu, 'users', [], translate)).toBe(false);
    vi.stubGlobal('document', { documentElement: {} });
    await setLanguage('en-US');
    vi.unstubAllGlobals();
    expect([
      matchesMenuName(menu, '用户', [], translate),
      matchesMenuName(menu, 'users', [], translate),
      matchesMenuName(menu, 'roles', [], translate),
    ]).toEqual([true, true, false]);
    expect(matchesMenuName(button, 'add', [], translate)).toBe(true);
  });
});
