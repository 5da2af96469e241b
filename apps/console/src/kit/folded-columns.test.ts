import { describe, expect, it } from 'vitest';
import { toFold } from './folded-columns.ts';

const columns = ['name', 'state', 'goods', 'quantity', 'time'].map((key) => ({ key, width: 100 }));

describe('columns without room', () => {
  it('are the last ones, as many as make the room that is missing', () => {
    expect(toFold(columns, 1)).toEqual(['time']);
    expect(toFold(columns, 101)).toEqual(['quantity', 'time']);
  });

  it('are never what a row is called and where it stands', () => {
    expect(toFold(columns, 9999)).toEqual(['goods', 'quantity', 'time']);
  });
});
