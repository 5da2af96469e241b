import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey, Words } from '../words/zh-CN.ts';

export type Language = 'zh-CN' | 'en-US';

export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;

type Value = string | number | boolean | null | undefined;

/** Lowercases a noun within a sentence: `Supplier` becomes `supplier`, but GTIN remains unchanged. */
const within = (noun: unknown) => (typeof noun === 'string' ? noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) : noun);

/** Groups thousands with a no-break space, like tables and figures: 1 234 567. */
class SpacedNumbers extends Intl.NumberFormat {
  override format(value: number | bigint | Intl.StringNumericLiteral): string {
    return super.format(value).replaceAll(',', '\u00a0');
  }
}

function writersOf(language: Language) {
  const numbers = new Map<string, SpacedNumbers>();
  return {
    getNumberFormat(_locales?: string | string[], options?: Intl.NumberFormatOptions) {
      const way = JSON.stringify(options ?? {});
      const made = numbers.get(way) ?? new SpacedNumbers(language, options);
      numbers.set(way, made);
      return made;
    },
    getDateTimeFormat: (...how: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...how),
    getPluralRules: (...how: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...how),
  };
}

/** Marks both ends of an inserted value. U+FFFF does not occur in text. */
const SEAM = '\uFFFF';
const LITERAL = 0;

type Parts = ReturnType<IntlMessageFormat['getAst']>;

const seamed = (parts: Parts): Parts =>
  parts.flatMap((part): Parts => {
    if (part.type === LITERAL) return [part];
    const seam: Parts[number] = { type: LITERAL, value: SEAM };
    if (!('options' in part)) return [seam, part, seam];
    const branches = Object.entries(part.options).map(([name, branch]) => [name, { ...branch, value: seamed(branch.value) }]);
    // The cast restores the branch names, which `fromEntries` loses.
    return [seam, { ...part, options: Object.fromEntries(branches) } as typeof part, seam];
  });

const TWO_SCRIPTS = /^(\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han})$/u;

/** Removes the markers. Inserts a space where Chinese adjoins letters or digits, because a label may be 供应商编码 or GLN. */
const sewn = (said: string) =>
  said
    .split(SEAM)
    .filter((piece) => piece !== '')
    .reduce((left, right) => `${left}${TWO_SCRIPTS.test(left.slice(-1) + right.slice(0, 1)) ? ' ' : ''}${right}`, '');

const PLAIN = /^[^{}']*(?:\{\w+\}[^{}']*)*$/;

/** Fast path without a parser, for text and plain numbers. Undefined for other values. */
function filled(sentence: string, params: Record<string, unknown>): string | undefined {
  if (!PLAIN.test(sentence)) return undefined;
  let whole = true;
  const said = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    whole &&= typeof value === 'string' || typeof value === 'number';
    return SEAM + String(value) + SEAM;
  });
  return whole ? sewn(said) : undefined;
}

/** Messages are compiled on first use, and the pack may grow. `{noun}` is lowercased. */
export function translator(words: Partial<Words>, language: Language): Translate {
  const compiled = new Map<WordKey, IntlMessageFormat>();
  const formatters = writersOf(language);
  const compile = (sentence: string) => {
    const options = { ignoreTag: true, formatters };
    return new IntlMessageFormat(
      seamed(new IntlMessageFormat(sentence, language, undefined, options).getAst()),
      language,
      undefined,
      options,
    );
  };
  return (key, params) => {
    const sentence = words[key];
    if (sentence === undefined || !sentence.includes('{')) return sentence ?? key;
    const given = { ...params, ...(params?.noun !== undefined && { noun: within(params.noun) }) };
    const said = filled(sentence, given);
    if (said !== undefined) return said;
    const format = compiled.get(key) ?? compile(sentence);
    compiled.set(key, format);
    return sewn(String(format.format(given as Record<string, Value>)));
  };
}

export const isWord = (words: Partial<Words>, key: string): key is WordKey => Object.hasOwn(words, key);

export const isPlainWord = (words: Partial<Words>, key: string): key is WordKey => isWord(words, key) && !words[key]?.includes('{');
