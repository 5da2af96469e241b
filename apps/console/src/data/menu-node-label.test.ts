import type { TreeNode } from '@suyuan/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { menuNodeLabel } from './display-names.ts';
import { setLanguage, translate } from './i18n.ts';

const node = (label: string, path: string | undefined, perms?: string) => ({ id: 1, label, path, perms }) as TreeNode;
const supplier = node('供应商管理', '/manage/supplier', 'manage:supplier:list');

describe('menu labels in the permission tree of a role', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await setLanguage('en-US');
  });
  afterAll(() => vi.unstubAllGlobals());

  it('are in English for directories, pages and buttons in the English UI', () => {
    const names = [node('系统管理', '/system'), supplier, node('供应商新增', undefined, 'manage:supplier:add')].map((each) =>
      menuNodeLabel(each, translate),
    );
    expect(names).toEqual(['System', 'Suppliers', 'supplier: add']);
  });

  it('keep the names of custom menus that no pack contains', () => {
    for (const own of [node('报表', '/report'), node('报表导出', undefined, 'report:day:export'), node('分组', undefined)])
      expect(menuNodeLabel(own, translate)).toBe(own.label);
  });

  it('keep the menu names in Chinese', async () => {
    await setLanguage('zh-CN');
    expect(menuNodeLabel(supplier, translate)).toBe('供应商管理');
    await setLanguage('en-US');
  });
});
