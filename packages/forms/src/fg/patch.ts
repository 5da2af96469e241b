import { isObject, type Json, type JsonObject, own, sameJson } from '../json.ts';

/** One JSON difference: the path with old and new value. An absent key has neither. */
export interface Difference {
  path: (string | number)[];
  was?: Json;
  is?: Json;
}

/** Lists of equal length are compared by entry; others are replaced as a whole. */
export function differences(from: Json | undefined, to: Json | undefined, path: Difference['path'] = []): Difference[] {
  if (sameJson(from, to) && (from === undefined) === (to === undefined)) return [];
  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key) => differences(own(from, key), own(to, key), [...path, key]));
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((each, index) => differences(each, to[index], [...path, index]));
  return [{ path, ...(from === undefined ? {} : { was: from }), ...(to === undefined ? {} : { is: to }) }];
}

/** Applies a difference only where the value is still the old one, so later edits stay. */
export const applyDifferences = (value: Json, list: readonly Difference[]): Json => list.reduce((result, each) => applyAt(result, each, 0), value);

function applyAt(value: Json, difference: Difference, depth: number): Json {
  const { path, was, is } = difference;
  const key = path[depth];
  if (key === undefined) return sameJson(value, was) && is !== undefined ? is : value;
  const last = depth === path.length - 1;
  if (Array.isArray(value)) {
    if (typeof key !== 'number' || key >= value.length) return value;
    return value.map((each, index) => (index === key ? applyAt(each, difference, depth + 1) : each));
  }
  if (!isObject(value)) return value;
  const inner = own(value, String(key));
  if (!last) return inner === undefined ? value : { ...value, [key]: applyAt(inner, difference, depth + 1) };
  if (!sameJson(inner, was)) return value;
  const { [key]: _, ...rest } = value as JsonObject;
  return is === undefined ? rest : { ...value, [key]: is };
}
