import { describe, expect, it } from 'vitest';
import { describeCron, faultOf, nextOf, runsOf } from './quartz.ts';

/** A Saturday noon in Shanghai. */
const from = new Date('2026-11-21T04:00:00Z');
const formatRun = (run: Date | null) => run?.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
const next = (expression: string) => formatRun(nextOf(expression, 'Asia/Shanghai', from));

describe('Quartz expression', () => {
  it.each([
    ['0/15 * * * * ?', '2026-11-21 12:00:15'],
    ['0 0/5 14,18 * * ?', '2026-11-21 14:00:00'],
    ['0 15 10 ? * 6L', '2026-11-27 10:15:00'],
    ['0 15 10 ? * 6#3', '2026-12-18 10:15:00'],
    ['0 15 10 ? * FRI#3', '2026-12-18 10:15:00'],
    ['0 0 12 ? * 1', '2026-11-22 12:00:00'],
    ['0 0 12 ? * 7', '2026-11-28 12:00:00'],
    ['0 0 9 ? * MON-FRI', '2026-11-23 09:00:00'],
    ['0 0 9 ? * 2-6', '2026-11-23 09:00:00'],
    ['0 0 0 15W * ?', '2026-12-15 00:00:00'],
    ['0 0 0 LW * ?', '2026-11-30 00:00:00'],
    ['0 0 0 L * ?', '2026-11-30 00:00:00'],
    ['0 0 0 1,15 * ?', '2026-12-01 00:00:00'],
    ['0 0 0 29 2 ?', '2028-02-29 00:00:00'],
    ['0 0 0 1 JAN ? 2099', '2099-01-01 00:00:00'],
    ['0 30 8 1/10 * ?', '2026-12-01 08:30:00'],
    ['0 0-5/2 * * * ?', '2026-11-21 12:02:00'],
    ['  0   0 3 * * ?  ', '2026-11-22 03:00:00'],
  ])('%s is next due at %s', (expression, expected) => {
    expect(faultOf(expression)).toBeUndefined();
    expect(next(expression)).toBe(expected);
  });

  it.each([
    ['0 0 5 * *', { fault: 'fields' }],
    ['0 0 0 1 1 ? 2026 x', { fault: 'fields' }],
    ['0 0 0 * * *', { fault: 'days' }],
    ['0 0 0 ? * ?', { fault: 'days' }],
    ['0 0 0 1 * 1', { fault: 'days' }],
    ['0 0 0 L-3 * ?', { fault: 'offset' }],
    ['60 * * * * ?', { fault: 'field', field: 'second' }],
    ['0 61 * * * ?', { fault: 'field', field: 'minute' }],
    ['0 0 24 * * ?', { fault: 'field', field: 'hour' }],
    ['0 0 0 32 * ?', { fault: 'field', field: 'day' }],
    ['0 0 0 1 13 ?', { fault: 'field', field: 'month' }],
    ['0 0 0 ? * 0', { fault: 'field', field: 'week' }],
    ['0 0 0 ? * 8', { fault: 'field', field: 'week' }],
    ['? 0 0 * * ?', { fault: 'field', field: 'second' }],
    ['0 0 0 1 1 ? x', { fault: 'field', field: 'year' }],
  ])('%s is rejected with the invalid field', (expression, fault) => {
    expect(faultOf(expression)).toEqual(fault);
  });

  it('has no next run when its year is over or its day does not exist', () => {
    expect(nextOf('0 0 0 1 1 ? 2020', 'Asia/Shanghai', from)).toBeNull();
    expect(runsOf('0 0 0 30 2 ?', 'Asia/Shanghai', 5, from)).toEqual([]);
  });

  it('uses its own time zone, including daylight saving changes', () => {
    const spring = new Date('2027-03-14T00:00:00Z');
    const newYork = runsOf('0 30 2 * * ?', 'America/New_York', 2, spring).map((run) => run.toISOString());
    expect(newYork).toHaveLength(2);
    expect(newYork[1]).toBe('2027-03-15T06:30:00.000Z');
    expect(nextOf('0 0 8 * * ?', 'UTC', from)?.toISOString()).toBe('2026-11-21T08:00:00.000Z');
  });

  it('is described in both languages, with Quartz weekdays', () => {
    expect(describeCron('0 15 10 ? * 6L', 'zh-CN')).toContain('最后一个星期五');
    expect(describeCron('0 15 10 ? * 6L', 'en-US')).toBe('At 10:15, on the last Friday of the month');
    expect([describeCron('0 0 3 * * ?', 'zh-CN'), describeCron('0 0 3 * * ?', 'en-US')]).toEqual(['每天 03:00', 'Every day at 03:00']);
    expect(describeCron('0 0 0 1,15 * ?', 'zh-CN')).toContain('1 号和 15 号');
    expect(describeCron('0 0 12 ? * 1', 'en-US')).toContain('Sunday');
  });
});
