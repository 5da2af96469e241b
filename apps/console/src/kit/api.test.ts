import { describe, expect, it } from 'vitest';
import { wireQuery } from './api.ts';

describe('the list query on the wire', () => {
  it('carries page and size, and no order where none is chosen', () => {
    expect(wireQuery({}).toString()).toBe('pageNum=1&pageSize=10');
  });

  it('says the order in the words of the family', () => {
    const order = (query: object) => Object.fromEntries(wireQuery({ orderBy: 'batchNo', ...query }, false));
    expect(order({ descending: 'true' })).toEqual({ orderByColumn: 'batchNo', isAsc: 'desc' });
    expect(order({})).toEqual({ orderByColumn: 'batchNo', isAsc: 'asc' });
  });

  it('lays ranges inside params and leaves blank filters out', () => {
    const wire = wireQuery({ beginTime: '2026-01-01', madeEndTime: '2026-02-01', batchNo: '', state: 'draft' });
    expect(Object.fromEntries(wire)).toEqual({
      pageNum: '1',
      pageSize: '10',
      'params[beginTime]': '2026-01-01',
      'params[madeEndTime]': '2026-02-01',
      state: 'draft',
    });
  });

  it('exports what the list shows, over all pages', () => {
    expect(wireQuery({ page: '3', state: 'draft' }, false).toString()).toBe('state=draft');
  });
});
