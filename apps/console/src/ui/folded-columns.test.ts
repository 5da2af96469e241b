import { describe, expect, it } from 'vitest';
import { columnsToFold, isOutdated, layoutKeyOf } from './folded-columns.ts';

const column = (key: string, more = {}) => ({ key, width: 100, isSortable: false, isSorted: false, ...more });
const columns = ['name', 'state', 'goods', 'quantity', 'time'].map((key) => column(key));

describe('columns that do not fit', () => {
  it('folds as many of the last columns as necessary', () => {
    expect(columnsToFold(columns, 1)).toEqual(['time']);
    expect(columnsToFold(columns, 101)).toEqual(['quantity', 'time']);
  });

  it('never folds the name and status columns', () => {
    expect(columnsToFold(columns, 9999)).toEqual(['goods', 'quantity', 'time']);
  });

  it('never folds the state, wherever it is; without one the second column stays', () => {
    expect(columnsToFold([column('case'), column('cause'), column('state'), column('age')], 9999)).toEqual(['cause', 'age']);
    expect(columnsToFold([column('batch'), column('goods'), column('filled')], 9999)).toEqual(['filled']);
  });

  it('folds sortable columns after others, then the subject, and never the sorted one', () => {
    const sortableColumns = [...columns, column('made', { isSortable: true }), column('ended', { isSortable: true, isSorted: true })];
    expect(columnsToFold(sortableColumns, 101)).toEqual(['quantity', 'time']);
    expect(columnsToFold(sortableColumns, 201)).toEqual(['quantity', 'time', 'made']);
    expect(columnsToFold(sortableColumns, 301)).toEqual(['goods', 'quantity', 'time', 'made']);
    expect(columnsToFold(sortableColumns, 9999)).toEqual(['goods', 'quantity', 'time', 'made']);
  });

  it('keeps a narrow column that fits into what a wide one frees', () => {
    const mixed = [column('name'), column('state'), column('goods', { width: 250 }), column('batch', { width: 90 }), column('place')];
    expect(columnsToFold(mixed, 400)).toEqual(['goods', 'batch', 'place']);
    expect(columnsToFold(mixed, 340)).toEqual(['goods', 'place']);
    expect(columnsToFold(mixed, 160)).toEqual(['batch', 'place']);
  });

  it('measures again for other columns and more room, but not for the width of a scrollbar', () => {
    const folded = { layoutKey: 'name,time', availableWidth: 900, keys: ['time'] };
    expect(isOutdated(folded, 'name,time', 917)).toBe(false);
    expect(isOutdated(folded, 'name,time', 960)).toBe(true);
    expect(isOutdated(folded, 'time,name', 900)).toBe(true);
    expect(isOutdated({ ...folded, keys: [] }, 'time,name', 900)).toBe(false);
  });

  it('measures again after a change of language, density or borders', () => {
    const keyOf = (...look: unknown[]) => layoutKeyOf(['name', 'time'], 'time', ...look);
    const keys = [
      keyOf('zh-CN', 'default', false),
      keyOf('en-US', 'default', false),
      keyOf('zh-CN', 'small', false),
      keyOf('zh-CN', 'default', true),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(layoutKeyOf(['a,b'], undefined)).not.toBe(layoutKeyOf(['a', 'b'], undefined));
    expect(isOutdated({ layoutKey: keys[0] ?? '', availableWidth: 900, keys: ['time'] }, keys[1] ?? '', 900)).toBe(true);
  });
});
