import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey, Words } from '../words/zh-CN.ts';

export type Language = 'zh-CN' | 'en-US';

/** Says the sentence of a key in one language, with ICU placeholders filled in. */
export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;

type Value = string | number | boolean | null | undefined;

/** A thing's name as it stands within a sentence: `Supplier` is added as a supplier, a GTIN stays one. */
const within = (noun: unknown) => (typeof noun === 'string' ? noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) : noun);

/** Numbers in groups of three with a no-break space, as tables and figures write them: 1 234 567. */
class SpacedNumbers extends Intl.NumberFormat {
  override format(value: number | bigint | Intl.StringNumericLiteral): string {
    return super.format(value).replaceAll(',', '\u00a0');
  }
}

/** How sentences of one language write numbers, days and plurals; made once for each way of writing. */
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

/** Stands on both sides of what is filled in until the sentence is whole: a character that no text has. */
const SEAM = '\uFFFF';
const LITERAL = 0;

type Parts = ReturnType<IntlMessageFormat['getAst']>;

/** The sentence with seams around all that is filled in, in each of its branches. */
const seamed = (parts: Parts): Parts =>
  parts.flatMap((part): Parts => {
    if (part.type === LITERAL) return [part];
    const seam: Parts[number] = { type: LITERAL, value: SEAM };
    if (!('options' in part)) return [seam, part, seam];
    const branches = Object.entries(part.options).map(([name, branch]) => [name, { ...branch, value: seamed(branch.value) }]);
    // The cast: the branches have the names that they had.
    return [seam, { ...part, options: Object.fromEntries(branches) } as typeof part, seam];
  });

const TWO_SCRIPTS = /^(\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han})$/u;

/** Joins what seams part, with a blank where Chinese meets letters or digits: a field's title may be 供应商编码 or GLN. */
const sewn = (said: string) =>
  said
    .split(SEAM)
    .filter((piece) => piece !== '')
    .reduce((left, right) => `${left}${TWO_SCRIPTS.test(left.slice(-1) + right.slice(0, 1)) ? ' ' : ''}${right}`, '');

/** A sentence that only names its placeholders: no plurals, no ways of writing, no quotes. */
const PLAIN = /^[^{}']*(?:\{\w+\}[^{}']*)*$/;

/** Such a sentence with text and plain numbers in it, which needs no parser; undefined where something else is to be filled in. */
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

/** Makes the sentences of one word pack, which may grow. A sentence is compiled once, at its first use; `{noun}` names a thing. */
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

/** Tells whether the pack has `key`. */
export const isWord = (words: Partial<Words>, key: string): key is WordKey => Object.hasOwn(words, key);

/** Tells whether the pack has `key`, and its sentence is complete without parameters. */
export const isPlainWord = (words: Partial<Words>, key: string): key is WordKey => isWord(words, key) && !words[key]?.includes('{');
