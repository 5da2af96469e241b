export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Excludes null and arrays. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks all levels. The caller limits the depth. */
export function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === 'object' && Object.values(value as object).every(isJson);
}

/** Deep equality. Ignores key order and undefined values. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => sameJson(each, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameJson(own(left, key), own(right, key)));
}

/** The first value that occurs a second time. */
export function firstDuplicate<Value>(values: readonly Value[]): Value | undefined {
  const seen = new Set<Value>();
  return values.find((value) => seen.has(value) || !seen.add(value));
}

/** Ignores inherited keys. */
export const own = <Value>(object: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Drops keys whose value is undefined. */
export const compact = <Value extends object>(object: Value): Value =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Value;
