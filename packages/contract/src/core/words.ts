import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey, Words } from '../words/zh-CN.ts';

export type Language = 'zh-CN' | 'en-US';

/** Says the sentence of a key in one language, with ICU placeholders filled in. */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;

type Value = string | number | boolean | null | undefined;

/** A thing's name as it stands within a sentence: `Supplier` is added as a supplier, a GTIN stays one. */
const within = (noun: unknown) => (typeof noun === 'string' ? noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) : noun);

/** Makes the sentences of one word pack, which may grow. A sentence is compiled once, at its first use; `{noun}` names a thing. */
export function translator(words: Partial<Words>, language: Language): Translate {
  const compiled = new Map<WordKey, IntlMessageFormat>();
  return (key, params) => {
    const sentence = words[key];
    if (sentence === undefined || !sentence.includes('{')) return sentence ?? key;
    const format = compiled.get(key) ?? new IntlMessageFormat(sentence, language, undefined, { ignoreTag: true });
    compiled.set(key, format);
    const given = params?.noun === undefined ? params : { ...params, noun: within(params.noun) };
    return String(format.format((given ?? {}) as Record<string, Value>));
  };
}

/** Tells whether the pack has `key`. */
export const isWord = (words: Partial<Words>, key: string): key is WordKey => Object.hasOwn(words, key);
