import { describe, expect, it } from 'vitest';
import { stacked } from './scan-places.ts';

describe('dots of scans', () => {
  it('stay on the line while they have room', () => {
    expect(stacked([{ x: 30 }, { x: 0 }, { x: 10 }], 10).map(({ x, level }) => [x, level])).toEqual([
      [0, 0],
      [10, 0],
      [30, 0],
    ]);
  });

  it('are piled up where they would cover each other, and come down again after', () => {
    expect(stacked([{ x: 0 }, { x: 4 }, { x: 8 }, { x: 12 }], 10).map(({ level }) => level)).toEqual([0, 1, 2, 0]);
  });
});
