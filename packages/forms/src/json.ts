/** What a document of JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells whether a value is JSON through and through. How deep it may be is for whoever lets it in. */
export function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === 'object' && Object.values(value as object).every(isJson);
}

/** Tells whether two values are the same JSON; a key without value is no key, and the order of keys is nothing. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => sameJson(each, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameJson(own(left, key), own(right, key)));
}

/** A key of the object itself: what it inherits is not its own. */
export const own = <Value>(object: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** The object without the keys whose value is undefined. */
export const compact = <Value extends object>(object: Value): Value =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Value;
