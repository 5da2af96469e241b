import type { z } from 'zod';

/** Line and column, starting at 1. */
export interface TextSpot {
  line: number;
  column: number;
}

/**
 * Why a text is not a valid form, with its position. The text key is `issue.form.text.<what>`. For `issue`, the message is the schema
 * issue at `path`.
 */
export interface TextFault extends TextSpot {
  what: 'json' | 'syntax' | 'noExportDefault' | 'onlyExportDefault' | 'notLiteral' | 'keyTwice' | 'version' | 'issue';
  params?: { key?: string; version?: string };
  path?: PropertyKey[];
  issue?: z.core.$ZodIssue;
}

export interface ReadText {
  value: unknown;
  spotOf(path: readonly PropertyKey[]): TextSpot;
}

export class TextError extends Error {
  readonly fault: TextFault;
  constructor(fault: TextFault) {
    super(fault.what);
    this.fault = fault;
  }
}

export const pathKey = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));

/** The position of a path, or of its nearest ancestor in the text. */
export function nearestSpot(spots: ReadonlyMap<string, TextSpot>, path: readonly PropertyKey[]): TextSpot {
  for (let length = path.length; length >= 0; length--) {
    const spot = spots.get(pathKey(path.slice(0, length)));
    if (spot) return spot;
  }
  return { line: 1, column: 1 };
}

const MAX_LEVELS = 100;

/** Strict JSON parser with source positions. @throws TextError json, keyTwice */
export function readJson(text: string): ReadText {
  const spots = new Map<string, TextSpot>();
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const spot = (offset: number): TextSpot => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
  const refuse = (what: 'json' | 'keyTwice' = 'json', key?: string, offset = position): never => {
    throw new TextError({ what, ...spot(offset), ...(key === undefined ? {} : { params: { key } }) });
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) position += match.length;
    return match;
  };
  const skipWhitespace = () => take(/[ \t\r\n]*/y);
  const string = (): string => {
    const start = position;
    const raw = take(/"(?:[^"\\\n\r]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y) ?? refuse();
    try {
      return JSON.parse(raw);
    } catch {
      // an unescaped control character
      return refuse('json', undefined, start);
    }
  };
  const value = (path: PropertyKey[]): unknown => {
    skipWhitespace();
    spots.set(pathKey(path), spot(position));
    if (path.length > MAX_LEVELS) refuse();
    if (text[position] === '{') return object(path);
    if (text[position] === '[') return array(path);
    if (text[position] === '"') return string();
    const word = take(/(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y);
    return word === undefined ? refuse() : JSON.parse(word);
  };
  const object = (path: PropertyKey[]) => {
    const result: Record<string, unknown> = {};
    position++;
    skipWhitespace();
    if (take(/\}/y)) return result;
    do {
      skipWhitespace();
      const start = position;
      const key = string();
      if (key === '__proto__') refuse('json', key, start);
      if (Object.hasOwn(result, key)) refuse('keyTwice', key, start);
      skipWhitespace();
      if (!take(/:/y)) refuse();
      result[key] = value([...path, key]);
      skipWhitespace();
    } while (take(/,/y));
    if (!take(/\}/y)) refuse();
    return result;
  };
  const array = (path: PropertyKey[]) => {
    const items: unknown[] = [];
    position++;
    skipWhitespace();
    if (take(/\]/y)) return items;
    do {
      items.push(value([...path, items.length]));
      skipWhitespace();
    } while (take(/,/y));
    if (!take(/\]/y)) refuse();
    return items;
  };
  const root = value([]);
  skipWhitespace();
  if (position < text.length) refuse();
  return { value: root, spotOf: (path) => nearestSpot(spots, path) };
}
