import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { parse } from './message-parser.ts';

/** Output of the full parser, without source locations. */
const whole = (sentence: string) =>
  JSON.parse(
    JSON.stringify(new IntlMessageFormat(sentence, 'zh-CN', undefined, { ignoreTag: true }).getAst(), (key, value) =>
      key === 'location' ? undefined : value,
    ),
  ) as unknown;

describe('the small message parser', () => {
  it.each([
    ['zh-CN', zhCN],
    ['en-US', enUS],
  ])('reads every sentence of %s as the whole parser does', (_language, pack) => {
    const filled = Object.values(pack).filter((sentence) => sentence.includes('{'));
    expect(filled.length).toBeGreaterThan(20);
    for (const sentence of filled) expect(parse(sentence)).toEqual(whole(sentence));
  });

  it('refuses what it does not know rather than showing half of it', () => {
    expect(() => parse('{count, selectordinal, one {#st} other {#th}}')).toThrow(SyntaxError);
    expect(() => parse('{count, plural, offset:1 one {# more} other {# more}}')).toThrow(SyntaxError);
    expect(() => parse('{open')).toThrow(SyntaxError);
  });
});
