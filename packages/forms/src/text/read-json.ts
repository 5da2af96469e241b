import { nearest, pathKey, type ReadText, TextError, type TextSpot } from './text-fault.ts';

const MOST_LEVELS = 100;

/** Strict JSON parser with source positions. @throws TextError json, keyTwice */
export function readJson(text: string): ReadText {
  const spots = new Map<string, TextSpot>();
  let at = text.startsWith('\uFEFF') ? 1 : 0;
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
  const refuse = (what: 'json' | 'keyTwice' = 'json', key?: string, offset = at): never => {
    throw new TextError({ what, ...spot(offset), ...(key === undefined ? {} : { params: { key } }) });
  };
  const take = (shape: RegExp): string | undefined => {
    shape.lastIndex = at;
    const found = shape.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const blank = () => take(/[ \t\r\n]*/y);
  const string = (): string => {
    const start = at;
    const raw = take(/"(?:[^"\\\n\r]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y) ?? refuse();
    try {
      return JSON.parse(raw);
    } catch {
      // an unescaped control character
      return refuse('json', undefined, start);
    }
  };
  const value = (path: PropertyKey[]): unknown => {
    blank();
    spots.set(pathKey(path), spot(at));
    if (path.length > MOST_LEVELS) refuse();
    if (text[at] === '{') return object(path);
    if (text[at] === '[') return array(path);
    if (text[at] === '"') return string();
    const word = take(/(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y);
    return word === undefined ? refuse() : JSON.parse(word);
  };
  const object = (path: PropertyKey[]) => {
    const found: Record<string, unknown> = {};
    at++;
    blank();
    if (take(/\}/y)) return found;
    do {
      blank();
      const start = at;
      const key = string();
      if (key === '__proto__') refuse('json', key, start);
      if (Object.hasOwn(found, key)) refuse('keyTwice', key, start);
      blank();
      if (!take(/:/y)) refuse();
      found[key] = value([...path, key]);
      blank();
    } while (take(/,/y));
    if (!take(/\}/y)) refuse();
    return found;
  };
  const array = (path: PropertyKey[]) => {
    const found: unknown[] = [];
    at++;
    blank();
    if (take(/\]/y)) return found;
    do {
      found.push(value([...path, found.length]));
      blank();
    } while (take(/,/y));
    if (!take(/\]/y)) refuse();
    return found;
  };
  const whole = value([]);
  blank();
  if (at < text.length) refuse();
  return { value: whole, spotOf: (path) => nearest(spots, path) };
}
