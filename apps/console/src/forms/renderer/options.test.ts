import type { Source } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';
import { foundIn } from './options.ts';

const source = (given: Partial<Source> = {}): Source => ({ mode: 'dynamic', url: '/system/dept/list', ...given });
const departments = [{ deptId: 1, deptName: '总部', below: [{ deptId: 2, deptName: '仓库' }] }];
const tree = [{ value: 1, label: '总部', children: [{ value: 2, label: '仓库' }] }];
const keys = { labelKey: 'deptName', valueKey: 'deptId', childrenKey: 'below' };

describe('options that an address brings', () => {
  it('are what a tree select shows, whatever property its source writes to (defect 5)', () => {
    for (const dataConsumer of ['options', 'treeData', 'tree-data'])
      expect(foundIn({ rows: departments, total: 1 }, source({ ...keys, dataConsumer }))).toEqual(tree);
    expect(foundIn({ list: departments }, source({ ...keys, dataPath: 'data.list' }))).toEqual(tree);
  });

  it('are none where the way leads nowhere, and the component is told so (defect 6)', () => {
    for (const answer of [null, undefined, 'text', { list: null }, { list: { rows: 7 } }])
      expect(foundIn(answer, source({ dataPath: 'list.items' }))).toEqual([]);
  });
});
