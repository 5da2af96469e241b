import { assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsOf, levelAbove, levelBelow, type Sizes, sizesOf, unitsIn } from './packaging.ts';

const sizes = tuple(integer({ min: 0, max: 50 }), integer({ min: 0, max: 50 }), integer({ min: 0, max: 50 }));

describe('packaging', () => {
  it('orders its levels from the box up, and finds the level above and below each', () => {
    const dairy = sizesOf([
      { level: 2, contains: 24 },
      { level: 3, contains: 40 },
    ]);
    expect(dairy).toEqual([0, 24, 40]);
    expect([levelBelow(dairy, 3), levelBelow(dairy, 2), levelAbove(dairy, 0), levelAbove(dairy, 3)]).toEqual([2, 0, 2, undefined]);
    expect([unitsIn(dairy, 0), unitsIn(dairy, 1), unitsIn(dairy, 2), unitsIn(dairy, 3)]).toEqual([1, 0, 24, 960]);
    expect(countsOf(dairy, 1000)).toEqual([1000, 0, 42, 2]);
  });

  it('has the minimum number of containers that holds all units', () => {
    assert(
      property(sizes, integer({ min: 1, max: 1_000_000_000 }), (packagingSizes, units) => {
        const counts = countsOf(packagingSizes as Sizes, units);
        for (const level of [1, 2, 3]) {
          const size = packagingSizes[level - 1] ?? 0;
          if (size === 0) expect(counts[level]).toBe(0);
          else {
            const inside = counts[levelBelow(packagingSizes, level)] ?? 0;
            expect((counts[level] ?? 0) * size).toBeGreaterThanOrEqual(inside);
            expect(((counts[level] ?? 0) - 1) * size).toBeLessThan(inside);
          }
        }
      }),
    );
  });
});
