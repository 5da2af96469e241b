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

const PLAIN = /^[^{}']*(?:\{\w+(?:, number)?\}[^{}']*)*$/;

/** False for a message that needs the ICU parser, or its AST. */
export const isPlainMessage = (message: string) => !message.includes('{') || PLAIN.test(message);

/** Fills `{name}` and `{count, number}`. @throws if a value is missing */
const filled = (message: string, params: Record<string, unknown>, numbers: Intl.NumberFormat) =>
  sewn(
    message.replaceAll(/\{(\w+)(, number)?\}/g, (_, name: string, isNumber?: string) => {
      if (!(name in params)) throw new Error(`no value for ${name} in “${message}”`);
      const value = params[name] ?? '';
      return SEAM + (isNumber ? numbers.format(value as number) : String(value)) + SEAM;
    }),
  );

type Messages = { readonly [Key in WordKey]?: string | Parts };

/**
 * Translates with text in ICU syntax, parsed on first use. The console has no parser: its build replaces what `isPlainMessage` rejects by
 * the AST. `{noun}` is lowercased.
 */
export function translator(messages: Messages, language: Language): Translate {
  const compiled = new Map<WordKey, IntlMessageFormat>();
  const formatters = writersOf(language);
  const numbers = formatters.getNumberFormat();
  const compile = (message: string | Parts) => {
    const options = { ignoreTag: true, formatters };
    const parts = typeof message === 'string' ? new IntlMessageFormat(message, language, undefined, options).getAst() : message;
    return new IntlMessageFormat(seamed(parts), language, undefined, options);
  };
  return (key, params) => {
    const message = messages[key] ?? key;
    const isText = typeof message === 'string';
    if (isText && !message.includes('{')) return message;
    const values = { ...params, ...(params?.noun !== undefined && { noun: within(params.noun) }) };
    if (isText && isPlainMessage(message)) return filled(message, values, numbers);
    const format = compiled.get(key) ?? compile(message);
    compiled.set(key, format);
    return sewn(String(format.format(values as Record<string, Value>)));
  };
}

export const isWord = (words: Partial<Words>, key: string): key is WordKey => Object.hasOwn(words, key);

export const isPlainWord = (words: Partial<Words>, key: string): key is WordKey => isWord(words, key) && !words[key]?.includes('{');
