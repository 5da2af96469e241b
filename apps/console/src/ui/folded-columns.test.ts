import { describe, expect, it } from 'vitest';
import { isOutdated, measuredOf, toFold } from './folded-columns.ts';

const column = (key: string, more = {}) => ({ key, width: 100, orders: false, ordered: false, ...more });
const columns = ['name', 'state', 'goods', 'quantity', 'time'].map((key) => column(key));

describe('columns without room', () => {
  it('are the last ones, as many as make the room that is missing', () => {
    expect(toFold(columns, 1)).toEqual(['time']);
    expect(toFold(columns, 101)).toEqual(['quantity', 'time']);
  });

  it('are never what a row is called and where it stands', () => {
    expect(toFold(columns, 9999)).toEqual(['goods', 'quantity', 'time']);
  });

  it('are those that order the list after all others, and never the one that it is ordered by', () => {
    const some = [...columns, column('made', { orders: true }), column('ended', { orders: true, ordered: true })];
    expect(toFold(some, 101)).toEqual(['quantity', 'time']);
    expect(toFold(some, 301)).toEqual(['goods', 'quantity', 'time', 'made']);
    expect(toFold(some, 9999)).toEqual(['goods', 'quantity', 'time', 'made']);
  });

  it('are measured anew for other columns and for more room, not for what a scrollbar gives back', () => {
    const folded = { of: 'name,time', room: 900, keys: ['time'] };
    expect(isOutdated(folded, 'name,time', 917)).toBe(false);
    expect(isOutdated(folded, 'name,time', 960)).toBe(true);
    expect(isOutdated(folded, 'time,name', 900)).toBe(true);
    expect(isOutdated({ ...folded, keys: [] }, 'time,name', 900)).toBe(false);
  });

  it('are measured anew in another language, density or look of lines', () => {
    const shown = (...look: unknown[]) => measuredOf(['name', 'time'], 'time', ...look);
    const looks = [
      shown('zh-CN', 'default', false),
      shown('en-US', 'default', false),
      shown('zh-CN', 'small', false),
      shown('zh-CN', 'default', true),
    ];
    expect(new Set(looks).size).toBe(looks.length);
    expect(measuredOf(['a,b'], undefined)).not.toBe(measuredOf(['a', 'b'], undefined));
    expect(isOutdated({ of: looks[0] ?? '', room: 900, keys: ['time'] }, looks[1] ?? '', 900)).toBe(true);
  });
});
