import type { SharedName } from './names.ts';
import type { Shared } from './shared.ts';

type Name = SharedName | 'rate_limit';

/** Keys per SCAN step, and maximum steps per call. */
const STEP = 500;
const STEPS = 40;

/** Escapes the wildcards of a Redis pattern. */
const literal = (text: string) => text.replace(/[\\*?[\]]/g, (mark) => `\\${mark}`);

const headOf = (shared: Shared, name: Name) => `${shared.keyOf(name)}:`;

/**
 * Returns about `most` shared keys of a name from `cursor`, unordered. `cursor` is null at the end. Undefined if the shared cache is lost.
 */
export async function scanTogether(shared: Shared, name: Name, cursor: string, most: number, part = '') {
  const head = headOf(shared, name);
  const keys = new Set<string>();
  let at = cursor;
  for (let step = 0; step < STEPS && keys.size < most; step++) {
    const pattern = `${literal(head)}${part ? `*${literal(part)}` : ''}*`;
    const found = await shared.ask((redis) => redis.scan(at, 'MATCH', pattern, 'COUNT', STEP));
    if (!found) return undefined;
    for (const key of found[1]) keys.add(key.slice(head.length));
    at = found[0];
    if (at === '0') break;
  }
  return { keys: [...keys], cursor: at === '0' ? null : at };
}

/** Bytes and remaining milliseconds by entry: 0 if missing, null without expiry. */
export async function measureTogether(shared: Shared, name: Name, keys: string[]) {
  const answers = await shared.ask((redis) => {
    const line = redis.pipeline();
    for (const key of keys) line.memory('USAGE', `${headOf(shared, name)}${key}`).pttl(`${headOf(shared, name)}${key}`);
    return line.exec();
  });
  return keys.map((_, index) => {
    const [size, left] = [answers?.[index * 2]?.[1], answers?.[index * 2 + 1]?.[1]] as (number | null | undefined)[];
    return { size: size ?? 0, left: left === undefined || left === null || left < 0 ? null : left };
  });
}

/** The shared value, or for a rate limit the request times in milliseconds since 1970, oldest first. */
export async function lookTogether(shared: Shared, name: Name, key: string): Promise<unknown> {
  const whole = `${headOf(shared, name)}${key}`;
  if (name !== 'rate_limit') {
    const text = await shared.ask((redis) => redis.get(whole));
    return text ? (JSON.parse(text) as { value: unknown }).value : undefined;
  }
  const scored = (await shared.ask((redis) => redis.zrange(whole, '0', '-1', 'WITHSCORES'))) ?? [];
  const passes = scored.filter((_, index) => index % 2 === 1).map(Number);
  return passes.length > 0 ? passes : undefined;
}

export async function clearTogether(shared: Shared, name: Name, key?: string): Promise<void> {
  const head = headOf(shared, name);
  if (key !== undefined) return void (await shared.ask((redis) => redis.unlink(`${head}${key}`)));
  let cursor: string | null = '0';
  while (cursor !== null) {
    const found: Awaited<ReturnType<typeof scanTogether>> = await scanTogether(shared, name, cursor, STEP);
    if (!found) return;
    const { keys } = found;
    if (keys.length > 0) await shared.ask((redis) => redis.unlink(keys.map((each) => `${head}${each}`)));
    cursor = found.cursor;
  }
}

/** Fields of Redis INFO, and the number of keys of all its clients. Undefined if Redis is lost. */
export async function describeTogether(shared: Shared) {
  const [text, stats, keys] = (await shared.ask((redis) => Promise.all([redis.info(), redis.info('commandstats'), redis.dbsize()]))) ?? [];
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
