import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CROCKFORD } from './alphabet.ts';
import { normalise } from './normalise.ts';
import { DEFAULT_SHAPE, matchesShape } from './shape.ts';

const code = fc.array(fc.constantFrom(...CROCKFORD), { minLength: 16, maxLength: 16 }).map((digits) => digits.join(''));
const spaced = (separator: string) => (text: string) => [...text].join(separator);

describe('typed code', () => {
  it('is unchanged when it is already correct', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(normalise(text)).toBe(text);
      }),
    );
  });

  it('accepts lower case, groups and look-alike characters', () => {
    const spelling = fc.tuple(
      code,
      fc.constantFrom('', ' ', '-', '\u3000', '\u2013', '\u2212', ' - '),
      fc.constantFrom('I', 'L', 'i', 'l'),
    );
    fc.assert(
      fc.property(spelling, ([text, separator, one]) => {
        const typedText = text.toLowerCase().replaceAll('1', one).replaceAll('0', 'o');
        expect(normalise(spaced(separator)(typedText))).toBe(text);
      }),
    );
  });

  it('accepts full-width characters of a Chinese keyboard', () => {
    expect(normalise('ｔｄ０Ｗ－５ＡＨＴ　Ｖ９４ｅ')).toBe('TD0W5AHTV94E');
  });

  it('loses the invisible characters that chats, web pages and file dialogs copy with it', () => {
    for (const invisible of ['\u200b', '\u200e', '\u202a', '\u2060', '\ufeff', '\u00ad'])
      expect(normalise(`${invisible}TD0W5AHT${invisible}V94E1V3M${invisible}`), JSON.stringify(invisible)).toBe('TD0W5AHTV94E1V3M');
  });

  it('is unchanged when it is normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(normalise(normalise(text))).toBe(normalise(text));
      }),
    );
  });

  it('matches no shape with control characters, a U, or foreign look-alike letters', () => {
    for (const intruder of ['\n', '\0', '\u200b', 'u', 'U', 'ı', 'ſ', 'А', '𝟎', '%']) {
      const text = normalise(`TD0W5AHTV94E1V3${intruder}`);
      expect(matchesShape(DEFAULT_SHAPE, text), JSON.stringify(intruder)).toBe(false);
    }
  });

  it('is ignored when it is longer than any typed code', () => {
    expect(normalise('TD0W5AHTV94E1V3M'.padEnd(128))).toBe('TD0W5AHTV94E1V3M');
    expect(normalise('TD0W5AHTV94E1V3M'.padEnd(129))).toBe('');
    expect(normalise('0'.repeat(10_000))).toBe('');
  });
});
