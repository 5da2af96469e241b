import { gs1Format, gs1IdentifierAt } from './gs1-identifiers.ts';

/** Transmitted form of FNC1 between two elements (GS1 General Specifications §7.8.6.2). */
export const FNC1 = '\x1d';

/** Replacements for FNC1 by keyboard wedges and editors. No GS1 value contains `{ } [ ] ^`, and no value of this system `<GS>`. */
const fnc1Replacements = /\u241d|\^\]|[{[<](?:GS|FNC1)[}\]>]/gi;
/** First characters of the replacements. This cheap check excludes almost every text. */
const replacementStart = /[\u241d^{[<]/;
/** Leading FNC1 as the code word of DataMatrix or Code 128, sent by some scanners. */
const leadingFnc1 = /^[\u00e8\u00f1](?=\d\d)/;

export function withFnc1(text: string): string {
  const withLeadingFnc1 = text.replace(leadingFnc1, FNC1);
  return replacementStart.test(withLeadingFnc1) ? withLeadingFnc1.replace(fnc1Replacements, FNC1) : withLeadingFnc1;
}

export type Elements = ReadonlyMap<string, string>;

/**
 * Parses an element string as a scanner transmits it: `01…10…<FNC1>21…`. Returns undefined for an unknown identifier or a value of the
 * wrong format. Check digits are not verified.
 */
export function parseElementString(text: string): Elements | undefined {
  const elements = new Map<string, string>();
  for (let position = 0; position < text.length; ) {
    if (text[position] === FNC1) {
      position++;
      continue;
    }
    const identifier = gs1IdentifierAt(text, position);
    const format = identifier === undefined ? undefined : gs1Format(identifier);
    if (identifier === undefined || !format) return undefined;
    const from = position + identifier.length;
    position = format.length === undefined ? endOf(text, from) : from + format.length;
    const value = text.slice(from, position);
    if (!format.isValid(value) || (elements.get(identifier) ?? value) !== value) return undefined;
    elements.set(identifier, value);
  }
  return elements.size > 0 ? elements : undefined;
}

function endOf(text: string, from: number): number {
  const end = text.indexOf(FNC1, from);
  return end < 0 ? text.length : end;
}

/**
 * Parses the human-readable form `(01)…(10)…(21)…`. Spaces between and within parts are allowed. An unknown or repeated identifier in
 * parentheses belongs to the value.
 */
export function parseBracketed(text: string): Elements | undefined {
  const [before, ...parts] = text.split(/\((\d{2,4})\)/);
  if (before?.trim() !== '' || parts.length === 0) return undefined;
  const values = new Map<string, string>();
  let last: string | undefined;
  for (let at = 0; at < parts.length; at += 2) {
    const [identifier = '', value = ''] = [parts[at], parts[at + 1]];
    if (gs1Format(identifier) && !values.has(identifier)) {
      values.set(identifier, value);
      last = identifier;
    } else if (last === undefined) return undefined;
    else values.set(last, `${values.get(last)}(${identifier})${value}`);
  }
  for (const [identifier, value] of values) {
    const compactValue = value.replace(/\s/g, '');
    if (!gs1Format(identifier)?.isValid(compactValue)) return undefined;
    values.set(identifier, compactValue);
  }
  return values;
}

/** Preserves the order. FNC1 ends every value of variable length except the last (GS1 General Specifications §7.8.5). */
export const formatElementString = (elements: readonly (readonly [identifier: string, value: string])[]): string =>
  elements
    .map(([identifier, value], at) => {
      const isOpen = gs1Format(identifier)?.length === undefined && at < elements.length - 1;
      return identifier + value + (isOpen ? FNC1 : '');
    })
    .join('');
