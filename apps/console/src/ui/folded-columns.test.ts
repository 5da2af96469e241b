import { describe, expect, it } from 'vitest';
import { columnsToFold, isOutdated, layoutKeyOf } from './folded-columns.ts';

const column = (key: string, more = {}) => ({ key, width: 100, isSortable: false, isSorted: false, ...more });
const columns = ['name', 'state', 'goods', 'quantity', 'time'].map((key) => column(key));

describe('columns without room', () => {
  it('are the last ones, as many as make the room that is missing', () => {
    expect(columnsToFold(columns, 1)).toEqual(['time']);
    expect(columnsToFold(columns, 101)).toEqual(['quantity', 'time']);
  });

  it('are never what a row is called and where it stands', () => {
    expect(columnsToFold(columns, 9999)).toEqual(['goods', 'quantity', 'time']);
  });

  it('are those that order the list after all others, and never the one that it is ordered by', () => {
    const sortableColumns = [...columns, column('made', { isSortable: true }), column('ended', { isSortable: true, isSorted: true })];
    expect(columnsToFold(sortableColumns, 101)).toEqual(['quantity', 'time']);
    expect(columnsToFold(sortableColumns, 301)).toEqual(['goods', 'quantity', 'time', 'made']);
    expect(columnsToFold(sortableColumns, 9999)).toEqual(['goods', 'quantity', 'time', 'made']);
  });

  it('are measured anew for other columns and for more room, not for what a scrollbar gives back', () => {
    const folded = { layoutKey: 'name,time', availableWidth: 900, keys: ['time'] };
    expect(isOutdated(folded, 'name,time', 917)).toBe(false);
    expect(isOutdated(folded, 'name,time', 960)).toBe(true);
    expect(isOutdated(folded, 'time,name', 900)).toBe(true);
    expect(isOutdated({ ...folded, keys: [] }, 'time,name', 900)).toBe(false);
  });

  it('are measured anew in another language, density or look of lines', () => {
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
