import type { Dept } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { ordered } from './dept-order.ts';
import { matching } from './dept-search.ts';

const row = (deptId: number, parentId: number, deptName: string, more: Partial<Dept> = {}) =>
  ({ deptId, parentId, deptName, leader: null, status: '0', ...more }) as Dept;

describe('the tree of departments', () => {
  it('numbers siblings from 0 in their new order', () => {
    const siblings = [{ deptId: 7 }, { deptId: 8 }, { deptId: 9 }];
    expect([...ordered(siblings, 9, 0)]).toEqual([
      [9, 0],
      [7, 1],
      [8, 2],
    ]);
    expect([...ordered(siblings, 7, 2)]).toEqual([
      [8, 0],
      [9, 1],
      [7, 2],
    ]);
  });

  it('keeps what stands above a department that is found, and nothing beside it', () => {
    const rows = [row(1, 0, '总部'), row(2, 1, '华东'), row(3, 2, '仓储部', { leader: '李明' }), row(4, 1, '华南', { status: '1' })];
    const found = (filters: Record<string, string>) => matching(rows, filters).map(({ deptId }) => deptId);
    expect(found({ deptName: '仓储' })).toEqual([1, 2, 3]);
    expect(found({ leader: '李' })).toEqual([1, 2, 3]);
    expect(found({ status: '1' })).toEqual([1, 4]);
    expect(found({ deptName: '没有' })).toEqual([]);
    expect(found({})).toEqual([1, 2, 3, 4]);
  });
});
