/** Fake of RuoYi's Redis: keys with a prefix, JSON values. */
export class Cache {
  readonly #values = new Map<string, unknown>();

  get<V>(key: string): V | undefined {
    return this.#values.get(key) as V | undefined;
  }
  set(key: string, value: unknown): void {
    this.#values.set(key, value);
  }
  delete(key: string): void {
    this.#values.delete(key);
  }
  deleteByPrefix(prefix: string): void {
    for (const key of this.keys(prefix)) this.#values.delete(key);
  }
  keys(prefix = ''): string[] {
    return [...this.#values.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
  get size(): number {
    return this.#values.size;
  }
}

/** A record after a Redis round trip: empty strings become null, and each entity has `params`. */
export function fromRedis<V>(value: V): V {
  if (value === '') return null as V;
  if (Array.isArray(value)) return value.map(fromRedis) as V;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, part]) => [key, fromRedis(part)]);
  const isEntity = 'createBy' in value;
  return Object.fromEntries([...entries, ...(isEntity ? [['params', { '@type': 'java.util.HashMap' }]] : [])]) as V;
}
