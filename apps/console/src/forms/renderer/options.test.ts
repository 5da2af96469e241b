import type { Source } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';
import { optionsFromResponse } from './options.ts';

const source = (overrides: Partial<Source> = {}): Source => ({ mode: 'dynamic', url: '/system/dept/list', ...overrides });
const departments = [{ deptId: 1, deptName: '总部', below: [{ deptId: 2, deptName: '仓库' }] }];
const tree = [{ value: 1, label: '总部', children: [{ value: 2, label: '仓库' }] }];
const keys = { labelKey: 'deptName', valueKey: 'deptId', childrenKey: 'below' };

describe('options from a URL', () => {
  it('fill a tree select, regardless of the target property of the source (defect 5)', () => {
    for (const dataConsumer of ['options', 'treeData', 'tree-data'])
      expect(optionsFromResponse({ rows: departments, total: 1 }, source({ ...keys, dataConsumer }))).toEqual(tree);
    expect(optionsFromResponse({ list: departments }, source({ ...keys, dataPath: 'data.list' }))).toEqual(tree);
  });

  it('are empty when the path leads nowhere, and the component receives them (defect 6)', () => {
    for (const answer of [null, undefined, 'text', { list: null }, { list: { rows: 7 } }])
      expect(optionsFromResponse(answer, source({ dataPath: 'list.items' }))).toEqual([]);
  });
});
