import { gs1Format, gs1IdentifierAt } from './gs1-identifiers.ts';

/** What FNC1 is transmitted as between two elements (GS1 General Specifications 7.8.6.2). */
export const FNC1 = '\x1d';

/** What keyboard wedges and editors write in place of FNC1. `{ } [ ] ^` are in no value, and `<GS>` in none of ours. */
const standIns = /\u241d|\^\]|[{[<](?:GS|FNC1)[}\]>]/gi;
/** What a stand-in begins with: nearly no text has one, and a look is cheap. */
const standInStart = /[\u241d^{[<]/;
/** FNC1 at the start of a symbol as some scanners transmit it: as the code word of DataMatrix or Code 128. */
const leading = /^[\u00e8\u00f1](?=\d\d)/;

/** A text with each FNC1, however it was transmitted, as the character that GS1 names. */
export function withFnc1(text: string): string {
  const led = text.replace(leading, FNC1);
  return standInStart.test(led) ? led.replace(standIns, FNC1) : led;
}

/** Values by application identifier. */
export type Elements = ReadonlyMap<string, string>;

/**
 * Reads an element string as a scanner transmits it: `01…10…<FNC1>21…`. Undefined where a part has no known identifier, or its value is not
 * of the identifier's format. Check digits are not verified.
 */
export function parseElementString(text: string): Elements | undefined {
  const elements = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    if (text[at] === FNC1) {
      at++;
      continue;
    }
    const identifier = gs1IdentifierAt(text, at);
    const format = identifier === undefined ? undefined : gs1Format(identifier);
    if (identifier === undefined || !format) return undefined;
    const from = at + identifier.length;
    at = format.length === undefined ? endOf(text, from) : from + format.length;
    const value = text.slice(from, at);
    if (!format.fits(value) || (elements.get(identifier) ?? value) !== value) return undefined;
    elements.set(identifier, value);
  }
  return elements.size > 0 ? elements : undefined;
}

function endOf(text: string, from: number): number {
  const end = text.indexOf(FNC1, from);
  return end < 0 ? text.length : end;
}

/**
 * Reads an element string as it is printed for people: `(01)…(10)…(21)…`, spaces between and within its parts allowed. Brackets around
 * what is no identifier, or one that was there before, belong to the value.
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
    const squeezed = value.replace(/\s/g, '');
    if (!gs1Format(identifier)?.fits(squeezed)) return undefined;
    values.set(identifier, squeezed);
  }
  return values;
}

/** Writes elements in their order: FNC1 ends a value of variable length unless it is the last (GS1 General Specifications 7.8.5). */
export const formatElementString = (elements: readonly (readonly [identifier: string, value: string])[]): string =>
  elements
    .map(([identifier, value], at) => {
      const isOpen = gs1Format(identifier)?.length === undefined && at < elements.length - 1;
      return identifier + value + (isOpen ? FNC1 : '');
    })
    .join('');
