import { suppliers, users } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { editBody, toWireQuery } from './api.ts';

describe('the list query on the wire', () => {
  it('carries page and size, and no order where none is chosen', () => {
    expect(toWireQuery({}).toString()).toBe('pageNum=1&pageSize=10');
  });

  it('says the order in the words of the family', () => {
    const order = (query: object) => Object.fromEntries(toWireQuery({ orderBy: 'batchNo', ...query }, false));
    expect(order({ descending: 'true' })).toEqual({ orderByColumn: 'batchNo', isAsc: 'desc' });
    expect(order({})).toEqual({ orderByColumn: 'batchNo', isAsc: 'asc' });
  });

  it('lays ranges inside params, days of records to the second, and leaves blank filters out', () => {
    const wire = toWireQuery({
      ...{ beginTime: '2026-01-01', endTime: '2026-01-31', madeEndTime: '2026-02-01' },
      ...{ batchNo: '', state: 'draft' },
    });
    expect(Object.fromEntries(wire)).toEqual({
      pageNum: '1',
      pageSize: '10',
      'params[beginTime]': '2026-01-01 00:00:00',
      'params[endTime]': '2026-01-31 23:59:59',
      'params[madeEndTime]': '2026-02-01',
      state: 'draft',
    });
  });

  it('keeps the time of an end that has one', () => {
    expect(toWireQuery({ endTime: '2026-01-31 10:59:59' }, false).get('params[endTime]')).toBe('2026-01-31 10:59:59');
  });

  it('exports what the list shows, over all pages', () => {
    expect(toWireQuery({ page: '3', state: 'draft' }, false).toString()).toBe('state=draft');
  });
});

describe('the body of an edit', () => {
  const record = { userId: 2, nickName: '若依', remark: '测试员', deptId: 103, enabled: true, roleIds: [2], postIds: null, version: 3 };

  it('is the whole record where a RuoYi server has the noun: cleared text is empty, unknown lists are absent', () => {
    const body = editBody(users, record, {
      nickName: '新名',
      remark: '',
      deptId: undefined,
    });
    expect(body).toEqual({ userId: 2, nickName: '新名', remark: '', deptId: null, enabled: true, roleIds: [2], version: 3 });
  });

  it('is what changed, with key and version, for any other noun', () => {
    const body = editBody(suppliers, { supplierId: 7, supplierName: 'A', remark: 'x', version: 4 }, { supplierName: 'B', remark: '' });
    expect(body).toEqual({ supplierId: 7, supplierName: 'B', remark: null, version: 4 });
  });
});
