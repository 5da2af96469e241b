import { describe, expect, it } from 'vitest';
import { lines, optionalText, text } from './fields.ts';

describe('text', () => {
  it('loses the invisible characters of copied text, so that equal names are equal', () => {
    for (const invisible of ['\u200b', '\u200e', '\u202e', '\u2060', '\ufeff', '\u00ad']) {
      const label = JSON.stringify(invisible);
      expect(text(20, /^[A-Z-]+$/).parse(`${invisible}SUP${invisible}-A `), label).toBe('SUP-A');
      expect(lines(20).parse(`a${invisible}\nb`), label).toBe('a\nb');
      expect(optionalText(20).parse(` ${invisible}`), label).toBeNull();
      expect(text(20).safeParse(invisible).error?.issues[0]?.code, label).toBe('too_small');
    }
  });

  it('keeps the joiners of emoji and scripts', () => {
    for (const word of ['👩‍👩‍👧', 'می‌خواهم']) expect(text(20).parse(word)).toBe(word);
  });
});
