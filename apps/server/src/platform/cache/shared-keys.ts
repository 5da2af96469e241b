import type { SharedName } from './cache-names.ts';
import type { SharedCache } from './shared-cache.ts';

type Name = SharedName | 'rate_limit';

/** Keys per SCAN step, and maximum steps per call. */
const SCAN_COUNT = 500;
const MAX_SCAN_STEPS = 40;

/** Escapes the wildcards of a Redis pattern. */
const escapePattern = (text: string) => text.replace(/[\\*?[\]]/g, (mark) => `\\${mark}`);

const prefixOf = (shared: SharedCache, name: Name) => `${shared.keyOf(name)}:`;

/**
 * Returns about `most` shared keys of a name from `cursor`, unordered. `cursor` is null at the end. Undefined if the shared cache is lost.
 */
export async function scanSharedKeys(shared: SharedCache, name: Name, cursor: string, most: number, part = '') {
  const prefix = prefixOf(shared, name);
  const keys = new Set<string>();
  let at = cursor;
  for (let step = 0; step < MAX_SCAN_STEPS && keys.size < most; step++) {
    const pattern = `${escapePattern(prefix)}${part ? `*${escapePattern(part)}` : ''}*`;
    const scanReply = await shared.run((redis) => redis.scan(at, 'MATCH', pattern, 'COUNT', SCAN_COUNT));
    if (!scanReply) return undefined;
    for (const key of scanReply[1]) keys.add(key.slice(prefix.length));
    at = scanReply[0];
    if (at === '0') break;
  }
  return { keys: [...keys], cursor: at === '0' ? null : at };
}

/** Bytes and remaining milliseconds by entry: 0 if missing, null without expiry. */
export async function measureSharedKeys(shared: SharedCache, name: Name, keys: string[]) {
  const answers = await shared.run((redis) => {
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.memory('USAGE', `${prefixOf(shared, name)}${key}`).pttl(`${prefixOf(shared, name)}${key}`);
    return pipeline.exec();
  });
  return keys.map((_, index) => {
    const [size, left] = [answers?.[index * 2]?.[1], answers?.[index * 2 + 1]?.[1]] as (number | null | undefined)[];
    return { size: size ?? 0, left: left === undefined || left === null || left < 0 ? null : left };
  });
}

/** The shared value, or for a rate limit the request times in milliseconds since 1970, oldest first. */
export async function readSharedEntry(shared: SharedCache, name: Name, key: string): Promise<unknown> {
  const fullKey = `${prefixOf(shared, name)}${key}`;
  if (name !== 'rate_limit') {
    const text = await shared.run((redis) => redis.get(fullKey));
    return text ? (JSON.parse(text) as { value: unknown }).value : undefined;
  }
  const scored = (await shared.run((redis) => redis.zrange(fullKey, '0', '-1', 'WITHSCORES'))) ?? [];
  const passes = scored.filter((_, index) => index % 2 === 1).map(Number);
  return passes.length > 0 ? passes : undefined;
}

export async function clearSharedKeys(shared: SharedCache, name: Name, key?: string): Promise<void> {
  const prefix = prefixOf(shared, name);
  if (key !== undefined) return void (await shared.run((redis) => redis.unlink(`${prefix}${key}`)));
  let cursor: string | null = '0';
  while (cursor !== null) {
    const scanned: Awaited<ReturnType<typeof scanSharedKeys>> = await scanSharedKeys(shared, name, cursor, SCAN_COUNT);
    if (!scanned) return;
    const { keys } = scanned;
    if (keys.length > 0) await shared.run((redis) => redis.unlink(keys.map((each) => `${prefix}${each}`)));
    cursor = scanned.cursor;
  }
}

/** Fields of Redis INFO, and the number of keys of all its clients. Undefined if Redis is lost. */
export async function describeSharedCache(shared: SharedCache) {
  const [text, stats, keys] = (await shared.run((redis) => Promise.all([redis.info(), redis.info('commandstats'), redis.dbsize()]))) ?? [];
  if (text === undefined || stats === undefined || keys === undefined) return undefined;
  return { info: fieldsOf(text), commands: fieldsOf(stats), keys };
}

const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\r\n').flatMap((line) => {
      const at = line.indexOf(':');
      return line.startsWith('#') || at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
