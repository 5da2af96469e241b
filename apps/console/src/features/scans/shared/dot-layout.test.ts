import { describe, expect, it } from 'vitest';
import { dayTicks, stackDots } from './scan-dots.tsx';

describe('dots of scans', () => {
  it('stay on the line while there is room', () => {
    expect(stackDots([{ x: 30 }, { x: 0 }, { x: 10 }], 10).map(({ x, level }) => [x, level])).toEqual([
      [0, 0],
      [10, 0],
      [30, 0],
    ]);
  });

  it('are stacked when they would overlap, and return to the line afterwards', () => {
    expect(stackDots([{ x: 0 }, { x: 4 }, { x: 8 }, { x: 12 }], 10).map(({ level }) => level)).toEqual([0, 1, 2, 0]);
  });
});

describe('day labels below the dots', () => {
  const at = (time: string) => Date.parse(`${time}+08:00`);
  const tickTexts = (from: string, to: string, width: number) =>
    dayTicks(at(from), at(to), width).map((day) => new Date(day + 8 * 3_600_000).toISOString().slice(0, 16));

  it('are midnights in Shanghai at regular steps, clear of both ends', () => {
    expect(tickTexts('2026-09-24T16:02', '2026-11-22T09:00', 750)).toEqual(['2026-10-09T00:00', '2026-10-23T00:00', '2026-11-06T00:00']);
  });

  it('are empty when there is no room or no time span', () => {
    expect(tickTexts('2026-11-22T08:00', '2026-11-22T09:00', 750)).toEqual([]);
    expect(tickTexts('2026-09-24T16:02', '2026-11-22T09:00', 0)).toEqual([]);
    expect(tickTexts('2026-11-22T09:00', '2026-11-22T09:00', 750)).toEqual([]);
  });
});
