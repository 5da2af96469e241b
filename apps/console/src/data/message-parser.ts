/**
 * Parser for the subset of ICU MessageFormat in the language packs: `{name}`, `{count, number}`,
 * `{kind, select, a {…} other {…}}`, `{count, plural, =0 {none} one {# row} other {# rows}}`.
 */

/** Element types, numbered as in intl-messageformat. */
const [LITERAL, ARGUMENT, NUMBER, DATE, TIME, SELECT, PLURAL, POUND, TAG] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

interface Element {
  type: number | undefined;
  value?: string;
  style?: null;
  options?: Record<string, { value: Element[] }>;
  offset?: 0;
  pluralType?: 'cardinal';
}

const is = (type: number | undefined) => (element: Element) => element.type === type;
export const isLiteralElement = is(LITERAL);
export const isArgumentElement = is(ARGUMENT);
export const isNumberElement = is(NUMBER);
export const isDateElement = is(DATE);
export const isTimeElement = is(TIME);
export const isSelectElement = is(SELECT);
export const isPluralElement = is(PLURAL);
export const isPoundElement = is(POUND);
export const isTagElement = is(TAG);

/** The packs use no skeletons. Their parser is more than half of the library. */
export const isNumberSkeleton = () => false;

export const isDateTimeSkeleton = () => false;

/** Parses a message into the AST of intl-messageformat. The build replaces the full parser, which is twelve times as large. */
export function parse(sentence: string): Element[] {
  let at = 0;
  const refuse = () => new SyntaxError(`message syntax that the console does not know: ${sentence}`);
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(sentence) ?? [];
    if (found === undefined) throw refuse();
    at += found.length;
    return found.trim();
  };
  const argument = (): Element => {
    const value = take(/\{\s*\w+\s*/y)
      .slice(1)
      .trim();
    if (sentence[at] === '}') {
      take(/\}/y);
      return { type: ARGUMENT, value };
    }
    const kind = take(/,\s*(number|select|plural)\s*/y)
      .slice(1)
      .trim();
    if (kind === 'number') {
      take(/\}/y);
      return { type: NUMBER, value, style: null };
    }
    const options: Record<string, { value: Element[] }> = {};
    take(/,\s*/y);
    while (sentence[at] !== '}') {
      const choice = take(kind === 'plural' ? /(=\d+|\w+)\s*/y : /\w+\s*/y);
      take(/\{/y);
      options[choice] = { value: elements(kind === 'plural') };
      take(/\}\s*/y);
    }
    take(/\}/y);
    return kind === 'plural' ? { type: PLURAL, value, options, offset: 0, pluralType: 'cardinal' } : { type: SELECT, value, options };
  };
  /** Inside a plural, `#` is replaced by the number. */
  const elements = (counted = false): Element[] => {
    const read: Element[] = [];
    while (at < sentence.length && sentence[at] !== '}') {
      if (sentence[at] === '{') read.push(argument());
      else if (counted && sentence[at] === '#') {
        at += 1;
        read.push({ type: POUND });
      } else {
        const from = at;
        while (at < sentence.length && !'{}'.includes(sentence[at] ?? '') && !(counted && sentence[at] === '#')) at += 1;
        read.push({ type: LITERAL, value: sentence.slice(from, at) });
      }
    }
    return read;
  };
  const whole = elements();
  if (at < sentence.length || /''|'[{}]/.test(sentence)) throw refuse();
  return whole;
}
