import { describe, expect, it } from 'vitest';
import { truncate, widthOf } from './ellipsis.tsx';

describe('text width', () => {
  it('counts ASCII characters once and all others twice', () => {
    expect(widthOf('SUP-01')).toBe(6);
    expect(widthOf('云岭牧场')).toBe(8);
    expect(widthOf('纯牛奶 250 ml')).toBe(13);
    expect(widthOf('é')).toBe(2);
    expect(widthOf('a\tb')).toBe(3);
    expect(widthOf('')).toBe(0);
  });

  it('truncates text to fit, never within a grapheme', () => {
    expect(truncate('纯牛奶250', 7)).toBe('纯牛奶2');
    expect(truncate('纯牛奶', 5)).toBe('纯牛');
    expect(truncate('a👨‍👩‍👧b', 3)).toBe('a👨‍👩‍👧');
    expect(truncate('a👨‍👩‍👧b', 2)).toBe('a');
    expect(truncate('短', 10)).toBe('短');
  });
});
