import { describe, expect, it } from 'vitest';
import { renumber } from './tree-order.ts';

const row = (id: number, orderNum: number) => ({ id, orderNum });

describe('order of siblings', () => {
  it('assigns their existing order numbers in the new order', () => {
    const siblings = [row(7, 11), row(8, 12), row(9, 20)];
    expect([...renumber(siblings, 9, 0)]).toEqual([
      [9, 11],
      [7, 12],
      [8, 20],
    ]);
    expect([...renumber(siblings, 7, 1)]).toEqual([
      [8, 11],
      [7, 12],
      [9, 20],
    ]);
  });

  it('renumbers siblings when two share a number', () => {
    expect([...renumber([row(7, 0), row(8, 0), row(9, 5)], 8, 0)]).toEqual([
      [8, 1],
      [7, 2],
      [9, 3],
    ]);
  });
});
