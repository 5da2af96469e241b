import { suppliers, users } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { editBody, toWireQuery } from './api.ts';

describe('list query on the wire', () => {
  it('sends page and size, and no order by default', () => {
    expect(toWireQuery({}).toString()).toBe('pageNum=1&pageSize=10');
  });

  it('sends the order as orderByColumn and isAsc', () => {
    const order = (query: object) => Object.fromEntries(toWireQuery({ orderBy: 'batchNo', ...query }, false));
    expect(order({ descending: 'true' })).toEqual({ orderByColumn: 'batchNo', isAsc: 'desc' });
    expect(order({})).toEqual({ orderByColumn: 'batchNo', isAsc: 'asc' });
  });

  it('sends ranges in params with seconds for days of records, and omits empty filters', () => {
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

  it('keeps the time of a range end that has one', () => {
    expect(toWireQuery({ endTime: '2026-01-31 10:59:59' }, false).get('params[endTime]')).toBe('2026-01-31 10:59:59');
  });

  it('exports all pages of the filtered list', () => {
    expect(toWireQuery({ page: '3', state: 'draft' }, false).toString()).toBe('state=draft');
  });
});

describe('body of an edit', () => {
  const record = { userId: 2, nickName: '若依', remark: '测试员', deptId: 103, enabled: true, roleIds: [2], postIds: null, version: 3 };

  it('sends the whole record for RuoYi resources: empty text for cleared fields, no unknown lists', () => {
    const body = editBody(users, record, {
      nickName: '新名',
      remark: '',
      deptId: undefined,
    });
    expect(body).toEqual({ userId: 2, nickName: '新名', remark: '', deptId: null, enabled: true, roleIds: [2], version: 3 });
  });

  it('sends only changes, key and version for other resources', () => {
    const body = editBody(suppliers, { supplierId: 7, supplierName: 'A', remark: 'x', version: 4 }, { supplierName: 'B', remark: '' });
    expect(body).toEqual({ supplierId: 7, supplierName: 'B', remark: null, version: 4 });
  });
});
