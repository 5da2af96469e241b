import { IntlMessageFormat } from 'intl-messageformat';
import type { WordKey, Words } from '../words/zh-CN.ts';

export type Language = 'zh-CN' | 'en-US';

export type Translate = (key: WordKey, params?: Record<string, unknown>) => string;

type Value = string | number | boolean | null | undefined;

/** Lowercases a noun within a sentence: `Supplier` becomes `supplier`, but GTIN remains unchanged. */
const lowercaseNoun = (noun: unknown) =>
  typeof noun === 'string' ? noun.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) : noun;

function createFormatters(language: Language) {
  const numbers = new Map<string, Intl.NumberFormat>();
  return {
    getNumberFormat(_locales?: string | string[], options?: Intl.NumberFormatOptions) {
      const key = JSON.stringify(options ?? {});
      const format = numbers.get(key) ?? new Intl.NumberFormat(language, options);
      numbers.set(key, format);
      return format;
    },
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
    getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
  };
}

/** Marks both ends of an inserted value. U+FFFF does not occur in text. */
const MARKER = '\uFFFF';
const LITERAL = 0;

type Parts = ReturnType<IntlMessageFormat['getAst']>;

const withMarkers = (parts: Parts): Parts =>
  parts.flatMap((part): Parts => {
    if (part.type === LITERAL) return [part];
    const marker: Parts[number] = { type: LITERAL, value: MARKER };
    if (!('options' in part)) return [marker, part, marker];
    const branches = Object.entries(part.options).map(([name, branch]) => [name, { ...branch, value: withMarkers(branch.value) }]);
    // The cast restores the branch names, which `fromEntries` loses.
    return [marker, { ...part, options: Object.fromEntries(branches) } as typeof part, marker];
  });

const SCRIPT_BOUNDARY = /^(\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han})$/u;

/** Removes the markers. Inserts a space where Chinese adjoins letters or digits, because a label may be 供应商编码 or GLN. */
const joinSegments = (text: string) =>
  text
    .split(MARKER)
    .filter((segment) => segment !== '')
    .reduce((left, right) => `${left}${SCRIPT_BOUNDARY.test(left.slice(-1) + right.slice(0, 1)) ? ' ' : ''}${right}`, '');

const SIMPLE_MESSAGE = /^[^{}']*(?:\{\w+(?:, number)?\}[^{}']*)*$/;

/** False for a message that needs the ICU parser, or its AST. */
export const isPlainMessage = (message: string) => !message.includes('{') || SIMPLE_MESSAGE.test(message);

/** Fills `{name}` and `{count, number}`. @throws if a value is missing */
const filled = (message: string, params: Record<string, unknown>, numbers: Intl.NumberFormat) =>
  joinSegments(
    message.replaceAll(/\{(\w+)(, number)?\}/g, (_, name: string, isNumber?: string) => {
      if (!(name in params)) throw new Error(`no value for ${name} in “${message}”`);
      const value = params[name] ?? '';
      return MARKER + (isNumber ? numbers.format(value as number) : String(value)) + MARKER;
    }),
  );

type Messages = { readonly [Key in WordKey]?: string | Parts };

/**
 * Translates with text in ICU syntax, parsed on first use. The console has no parser: its build replaces what `isPlainMessage` rejects by
 * the AST. `{noun}` is lowercased.
 */
export function translator(messages: Messages, language: Language): Translate {
  const compiled = new Map<WordKey, IntlMessageFormat>();
  const formatters = createFormatters(language);
  const numbers = formatters.getNumberFormat();
  const compile = (message: string | Parts) => {
    const options = { ignoreTag: true, formatters };
    const parts = typeof message === 'string' ? new IntlMessageFormat(message, language, undefined, options).getAst() : message;
    return new IntlMessageFormat(withMarkers(parts), language, undefined, options);
  };
  return (key, params) => {
    const message = messages[key] ?? key;
    const isText = typeof message === 'string';
    if (isText && !message.includes('{')) return message;
    const values = { ...params, ...(params?.noun !== undefined && { noun: lowercaseNoun(params.noun) }) };
    if (isText && isPlainMessage(message)) return filled(message, values, numbers);
    const format = compiled.get(key) ?? compile(message);
    compiled.set(key, format);
    return joinSegments(String(format.format(values as Record<string, Value>)));
  };
}

export const isWord = (words: Partial<Words>, key: string): key is WordKey => Object.hasOwn(words, key);

export const isPlainWord = (words: Partial<Words>, key: string): key is WordKey => isWord(words, key) && !words[key]?.includes('{');
