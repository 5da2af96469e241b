import { describe, expect, it } from 'vitest';
import { addDateRange, isRangeEnd, rangeFieldNames } from './api.ts';

describe('date range in a query', () => {
  it('uses beginTime and endTime, with an optional prefix', () => {
    expect(addDateRange({ status: '0' }, ['2026-11-01', '2026-11-30'])).toEqual({
      status: '0',
      beginTime: '2026-11-01',
      endTime: '2026-11-30',
    });
    expect(addDateRange({}, ['2026-11-01', '2026-11-30'], 'made')).toEqual({ madeBeginTime: '2026-11-01', madeEndTime: '2026-11-30' });
  });

  it('omits an open end, and both ends of a cleared range', () => {
    expect(JSON.stringify(addDateRange({}, [undefined, '2026-11-30']))).toBe('{"endTime":"2026-11-30"}');
    expect(JSON.stringify(addDateRange({}, null))).toBe('{}');
  });

  it('distinguishes range ends from other times', () => {
    for (const name of [...rangeFieldNames(), ...rangeFieldNames('made')]) expect(isRangeEnd(name)).toBe(true);
    for (const name of ['time', 'createTime', 'weekendTimer', 'trendTime', 'suspendTime']) expect(isRangeEnd(name)).toBe(false);
  });
});
