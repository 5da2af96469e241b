import type { CodeRun } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { joinByStatus, ordinalAt, piecesOf, runAt, spanBetween, statusesIn, ticksOf } from './bar-geometry.ts';

const total = 10_000_000;
const runs: CodeRun[] = [
  { from: 1, to: 4_000_000, status: 'activated', own: 'activated', reason: null },
  { from: 4_000_001, to: 4_000_001, status: 'frozen', own: 'frozen', reason: 'complaint' },
  { from: 4_000_002, to: total, status: 'issued', own: 'issued', reason: null },
];

describe('status bar of a batch', () => {
  it('shows one of ten million codes on top of its neighbours and within the bar', () => {
    const pieces = piecesOf(runs, total, 1000);
    expect(pieces.at(-1)).toMatchObject({ run: { status: 'frozen' }, x: 400, width: 2 });
    expect(runAt(pieces, 401)?.status).toBe('frozen');
    expect(runAt(pieces, 399)?.status).toBe('activated');
    const last = piecesOf([{ ...runs[1]!, from: total, to: total }], total, 1000)[0]!;
    expect(last.x + last.width).toBeLessThanOrEqual(1000);
  });

  it('converts a position to an ordinal, from the first to the last', () => {
    expect(ordinalAt(-5, 1000, total)).toBe(1);
    expect(ordinalAt(500, 1000, total)).toBe(5_000_001);
    expect(ordinalAt(1000, 1000, total)).toBe(total);
    expect(ordinalAt(999, 1000, 1)).toBe(1);
  });

  it('selects a range in either drag direction, with rounded ends', () => {
    const bar = { width: 1000, total, runs: [{ from: 1, to: total, status: 'issued' as const, own: 'issued' as const, reason: null }] };
    expect(spanBetween(1000, 0, bar)).toEqual({ from: 1, to: total });
    expect(spanBetween(250.3, 500.2, bar)).toEqual({ from: 2_500_001, to: 5_000_000 });
    expect(spanBetween(300, 300, bar)).toEqual({ from: 3_000_001, to: 3_000_001 });
    expect(spanBetween(250, 500, { ...bar, total: 4, runs: [] })).toEqual({ from: 2, to: 2 });
  });

  it('snaps a dragged end to the end of a nearby run', () => {
    expect(spanBetween(403, 700, { width: 1000, total, runs })).toEqual({ from: 4_000_001, to: 7_000_000 });
    expect(spanBetween(100, 398, { width: 1000, total, runs }).to).toBe(4_000_000);
  });

  it('lists each status of a range once', () => {
    expect(statusesIn(runs, { from: 3_999_999, to: 4_000_001 })).toEqual(['activated', 'frozen']);
    expect(statusesIn(runs, { from: 4_000_002, to: total })).toEqual(['issued']);
  });

  it('labels neighbours of one status once', () => {
    const recalled = runs.map((run) => ({ ...run, status: 'recalled' as const }));
    expect(joinByStatus(recalled)).toEqual([{ ...recalled[0], to: total }]);
    expect(joinByStatus(runs)).toEqual(runs);
  });

  it('renders nothing for an empty list', () => {
    expect(piecesOf([], 0, 1000)).toEqual([]);
  });

  it('labels round ordinals when there is room, but not next to the ends', () => {
    expect(ticksOf(total, 1100)).toEqual([2_000_000, 4_000_000, 6_000_000, 8_000_000]);
    expect(ticksOf(1_200_000, 1100)).toEqual([200_000, 400_000, 600_000, 800_000, 1_000_000]);
    expect(ticksOf(60_000, 320)).toEqual([]);
    expect(ticksOf(3, 1100)).toEqual([]);
  });
});
