import { isPlainMessage, translator, type WordKey } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { describe, expect, it } from 'vitest';
import { compiled } from './locales.ts';

describe('the locales of the build', () => {
  it.each([
    ['zh-CN', zhCN],
    ['en-US', enUS],
  ] as const)('say in %s what the texts say, without a parser', (language, pack) => {
    const parsed = Object.entries(pack).filter(([, message]) => !isPlainMessage(message));
    expect(parsed.length).toBeGreaterThan(15);
    const build = Object.fromEntries(parsed.map(([key, message]) => [key, compiled(message)]));
    expect(Object.values(build).every(Array.isArray)).toBe(true);
    const [fromText, fromBuild] = [translator(pack, language), translator(build, language)];
    for (const [key, message] of parsed) {
      const names = [...message.matchAll(/\{(\w+)/g)].map(([, name]) => name);
      for (const value of [0, 1, 1234]) {
        const values = Object.fromEntries(names.map((name) => [name, value]));
        // the cast: the keys are the pack's
        expect(fromBuild(key as WordKey, values)).toBe(fromText(key as WordKey, values));
      }
    }
  });

  it('refuse a message that is not ICU syntax', () => {
    expect(() => compiled('{open')).toThrow(SyntaxError);
    expect(() => compiled('{count, plural, one {# row}}')).toThrow(SyntaxError);
  });
});
