import type { SharedName } from './names.ts';
import type { Shared } from './shared.ts';

type Name = SharedName | 'rate_limit';

/** Keys that one step of a search looks at, and steps that one question takes at most. */
const STEP = 500;
const STEPS = 40;

/** Marks of a pattern of Redis, as letters. */
const literal = (text: string) => text.replace(/[\\*?[\]]/g, (mark) => `\\${mark}`);

/** The part of keys that stands before what their name holds. */
const headOf = (shared: Shared, name: Name) => `${shared.keyOf(name)}:`;

/**
 * Keys shared under a name from `cursor` on, about `most` of them, in no order; `cursor` is null at the end. Undefined where the shared
 * cache is lost.
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

/** How large an entry is and for how long it stays, milliseconds; undefined where it is gone. */
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

/** What is written under a key: the value that was shared, or the passes of a caller, oldest first, as milliseconds since 1970. */
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

/** Removes what is shared under a name, or one entry of it. */
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

/** What the Redis says of itself, by field; its keys in all, whoever's they are. Undefined where it is lost. */
export async function describeTogether(shared: Shared) {
  const [text, stats, keys] = (await shared.ask((redis) => Promise.all([redis.info(), redis.info('commandstats'), redis.dbsize()]))) ?? [];
  if (text === undefined || stats === undefined || keys === undefined) return undefined;
  return { info: fieldsOf(text), commands: fieldsOf(stats), keys };
}

/** Lines such as `used_memory:1024`. */
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\r\n').flatMap((line) => {
      const at = line.indexOf(':');
      return line.startsWith('#') || at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
