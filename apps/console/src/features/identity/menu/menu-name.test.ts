import { describe, expect, it, vi } from 'vitest';
import { say, speak } from '../../../data/words.ts';
import { isCalled } from './menu-name.ts';

const menu = { menuId: 2, menuName: '用户管理', menuType: 'C', parentId: 0, path: '/system/user', perms: 'system:user:list' } as const;
const button = { ...menu, menuId: 3, menuName: '用户新增', menuType: 'F', path: '', perms: 'system:user:add' } as const;

describe('a menu', () => {
  it('is found by its name, and by what it is called in the language of the page', async () => {
    expect(isCalled(menu, undefined, [], say)).toBe(true);
    expect(isCalled(menu, 'users', [], say)).toBe(false);
    vi.stubGlobal('document', { documentElement: {} });
    await speak('en-US');
    vi.unstubAllGlobals();
    expect([isCalled(menu, '用户', [], say), isCalled(menu, 'users', [], say), isCalled(menu, 'roles', [], say)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isCalled(button, 'add', [], say)).toBe(true);
  });
});
