import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey, Words } from '../words/zh-CN.ts';

export type Language = 'zh-CN' | 'en-US';

/** Says the sentence of a key in one language, with ICU placeholders filled in. */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;

type Value = string | number | boolean | null | undefined;

/** Makes the sentences of one word pack, which may grow. A sentence is compiled once, at its first use. */
export function translator(words: Partial<Words>, language: Language): Translate {
  const compiled = new Map<WordKey, IntlMessageFormat>();
  return (key, params) => {
    const sentence = words[key];
    if (sentence === undefined || !sentence.includes('{')) return sentence ?? key;
    const format = compiled.get(key) ?? new IntlMessageFormat(sentence, language, undefined, { ignoreTag: true });
    compiled.set(key, format);
    return String(format.format((params ?? {}) as Record<string, Value>));
  };
}

/** Tells whether the pack has `key`. */
export const isWord = (words: Partial<Words>, key: string): key is WordKey => Object.hasOwn(words, key);
