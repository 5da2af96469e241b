import {
  CACHE_KEYS,
  type CacheKeys,
  type CacheKeysQuery,
  type CacheName as CacheNameRow,
  type CacheOverview,
  type CacheValue,
  SECRET_MASK,
  type WordKey,
} from '@suyuan/contract';
import type { z } from 'zod';
import { cacheOf, cacheState, invalidateEverywhere } from '../../../platform/cache/cache.ts';
import { type CacheName, cacheNames, isLocalCacheName, RATE_LIMIT, sharedNames } from '../../../platform/cache/cache-names.ts';
import { localCachesOf } from '../../../platform/cache/local-cache.ts';
import { describeSharedCache } from '../../../platform/cache/shared-keys.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Context, ensurePasswordConfirmed } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as captchaService from '../../identity/captcha/captcha.service.ts';
import * as passwordService from '../../identity/password/password.service.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import { memorySource, type Source, sharedSource, sizeOf, storedSource, textOf } from './cache-sources.ts';

/** Maximum commands, most called first. */
const MAX_COMMANDS = 30;
/** Entries per name that are measured to estimate the total size. */
const SAMPLE_SIZE = 50;

/** Redis fields useful to an operator, without paths, process ids and addresses. */
const VISIBLE_FIELDS = new Set([
  ...['redis_version', 'valkey_version', 'server_name', 'redis_mode', 'os', 'arch_bits', 'tcp_port', 'uptime_in_seconds', 'uptime_in_days'],
  ...['connected_clients', 'maxclients', 'blocked_clients', 'used_memory', 'used_memory_human', 'used_memory_rss_human', 'maxmemory'],
  ...['used_memory_peak_human', 'maxmemory_human', 'maxmemory_policy', 'mem_fragmentation_ratio', 'aof_enabled', 'rdb_last_bgsave_status'],
  ...['loading', 'total_connections_received', 'total_commands_processed', 'instantaneous_ops_per_sec', 'instantaneous_input_kbps'],
  ...['instantaneous_output_kbps', 'rejected_connections', 'expired_keys', 'evicted_keys', 'keyspace_hits', 'keyspace_misses'],
  ...['used_cpu_sys', 'used_cpu_user', 'used_cpu_user_children', 'role', 'connected_slaves'],
]);

/** The shared Redis, or this process's memory if there is none or it does not respond. */
async function overviewOf(db: Db): Promise<CacheOverview> {
  const localCaches = [...localCachesOf(db).values()];
  const sum = (getValue: (localCache: (typeof localCaches)[number]) => number) =>
    localCaches.reduce((all, localCache) => all + getValue(localCache), 0);
  const hitCounts = { hits: sum(({ hits }) => hits), misses: sum(({ misses }) => misses) };
  const { shared } = cacheOf(db);
  const sharedStats = shared && (await describeSharedCache(shared));
  if (sharedStats) {
    const { info, keys, commands } = sharedStats;
    return {
      info: Object.fromEntries(Object.entries(info).filter(([field]) => VISIBLE_FIELDS.has(field))),
      dbSize: keys,
      commandStats: parseCommandStats(commands),
      state: cacheState(db),
      memory: { used: Number(info.used_memory ?? 0), most: Number(info.maxmemory ?? 0) || null },
      ...hitCounts,
    };
  }
  const used = await bytesOf(db);
  const { windows } = cacheOf(db);
  const passed = [...windows.values()].reduce((all, window) => all + window.passes.size, 0);
  return {
    info: processInfo(used),
    dbSize: sum(({ entries }) => entries.size) + passed,
    commandStats: [
      { name: 'get', value: String(hitCounts.hits + hitCounts.misses) },
      { name: 'set', value: String(sum(({ puts }) => puts)) },
    ],
    state: cacheState(db),
    memory: { used, most: null },
    ...hitCounts,
  };
}

/** Parses `cmdstat_get: calls=21,usec=175,…`; most called first. */
function parseCommandStats(stats: Record<string, string>): { name: string; value: string }[] {
  const calls = Object.entries(stats).map(([field, text]) => ({
    name: field.replace(/^cmdstat_/, '').replace('|', ' '),
    value: /calls=(\d+)/.exec(text)?.[1] ?? '0',
  }));
  return calls.sort((one, other) => Number(other.value) - Number(one.value)).slice(0, MAX_COMMANDS);
}

/** Estimated bytes in memory, extrapolated from a sample of each name. */
async function bytesOf(db: Db): Promise<number> {
  let bytes = 0;
  for (const { entries } of localCachesOf(db).values()) {
    const sizes = await Promise.all([...entries.values()].slice(0, SAMPLE_SIZE).map(async ({ value }) => sizeOf(await value)));
    if (sizes.length > 0) bytes += (sizes.reduce((all, each) => all + each, 0) / sizes.length) * entries.size;
  }
  return Math.round(bytes);
}

/** This process in the fields that RuoYi clients show. */
const processInfo = (used: number): Record<string, string> => ({
  redis_version: `Node.js ${process.version}`,
  redis_mode: 'standalone',
  tcp_port: '-',
  connected_clients: '1',
  uptime_in_seconds: String(Math.floor(process.uptime())),
  uptime_in_days: String(Math.floor(process.uptime() / 86_400)),
  used_memory: String(used),
  used_memory_human: `${(used / 1024).toFixed(1)}K`,
  used_cpu_user_children: '0.00',
  maxmemory_human: '0B',
  aof_enabled: '0',
  rdb_last_bgsave_status: 'ok',
  instantaneous_input_kbps: '0.00',
  instantaneous_output_kbps: '0.00',
});

/** Maximum characters of a value in the response. */
const MAX_VALUE_LENGTH = 100_000;

/** Cannot be cleared: without these entries, a repeated request would be executed twice. */
const PROTECTED_NAME = 'repeat_submit';

/** Names whose keys are UUIDs in the database. */
const uuidNames: readonly CacheName[] = ['login_tokens', 'captcha_codes'];
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

export const overview = ({ installation: { db } }: Context): Promise<CacheOverview> => overviewOf(db);

/** All names with entry counts, RuoYi names first. */
export const listNames = (ctx: Context): Promise<CacheNameRow[]> =>
  Promise.all(
    cacheNames.map(async (name) => {
      const source = sourceOf(ctx, name);
      const count = await source.count();
      const localCache = isLocalCacheName(name) ? localCachesOf(ctx.installation.db).get(name) : undefined;
      return {
        ...{ cacheName: `${name}:`, cacheKey: '' as const, cacheValue: '' as const, remark: remarkOf(ctx, name) },
        ...{
          place: source.place,
          count,
          hits: localCache?.hits ?? null,
          misses: localCache?.misses ?? null,
          clearable: name !== PROTECTED_NAME,
        },
      };
    }),
  );

/** All keys of a name in order, without paging as RuoYi clients expect; limited to the first thousand. */
export async function listRuoyiKeys(ctx: Context, cacheName: string): Promise<string[]> {
  const name = nameOf(cacheName);
  const { entries } = await sourceOf(ctx, name).list({ part: '', cursor: '', limit: CACHE_KEYS });
  return entries.map(({ key }) => `${name}:${key}`).sort();
}

/** A page of keys with sizes. @throws notFound */
export async function listKeys(
  ctx: Context,
  { cacheName, part = '', cursor = '', pageSize }: z.output<typeof CacheKeysQuery>,
): Promise<CacheKeys> {
  const name = nameOf(cacheName);
  const page = await sourceOf(ctx, name).list({ part, cursor, limit: pageSize });
  return { rows: page.entries.map(({ key, ...measurements }) => ({ cacheKey: `${name}:${key}`, ...measurements })), cursor: page.cursor };
}

/** Secrets are masked. @throws notFound */
export async function readValue(ctx: Context, cacheName: string, cacheKey: string): Promise<CacheValue> {
  const name = nameOf(cacheName);
  const key = cacheKey.startsWith(`${name}:`) ? cacheKey.slice(name.length + 1) : cacheKey;
  const { value: entryValue, masked, size, age, left } = orNotFound(await sourceOf(ctx, name).find(key));
  const text = masked ? SECRET_MASK : textOf(entryValue);
  const truncated = { cacheValue: text.slice(0, MAX_VALUE_LENGTH), cut: text.length > MAX_VALUE_LENGTH };
  return { cacheName: name, cacheKey: key, remark: remarkOf(ctx, name), ...truncated, masked, size, age, left };
}

/** Clears a name in all processes. Sessions end only for users in scope. @throws notFound, cacheNotClearable, passwordNeeded */
export async function clearName(ctx: Context, cacheName: string): Promise<void> {
  await clear(ctx, nameOf(cacheName), undefined);
}

/** Clears one entry in all processes. @throws notFound, cacheNotClearable */
export async function clearKey(ctx: Context, cacheKey: string): Promise<void> {
  const separator = cacheKey.indexOf(':');
  await clear(
    ctx,
    nameOf(cacheKey.slice(0, separator < 0 ? undefined : separator)),
    separator < 0 ? undefined : cacheKey.slice(separator + 1),
  );
}

/** Clears everything except protected names, including the user's own session. @throws passwordNeeded */
export async function clearAll(ctx: Context): Promise<void> {
  for (const name of cacheNames) if (name !== PROTECTED_NAME) await clear(ctx, name, undefined);
}

async function clear(ctx: Context, name: CacheName, key: string | undefined): Promise<void> {
  const { db, installation } = ctx;
  if (name === PROTECTED_NAME) throw new Problem('cacheNotClearable', { name: remarkOf(ctx, name) });
  if (key !== undefined && uuidNames.includes(name) && !UUID.test(key)) throw new Problem('notFound');
  if (name === 'login_tokens') return key === undefined ? endSessions(ctx) : sessionService.forceOut(ctx, [key]);
  if (name === 'captcha_codes') return captchaService.invalidate(db, key);
  if (name === 'pwd_err_cnt') return key === undefined ? passwordService.unlockAll(db) : passwordService.unlock(db, key);
  await invalidateEverywhere(installation.db, db, name, key);
}

/** Signs out all users in scope; requires a recent password confirmation. */
async function endSessions(ctx: Context) {
  ensurePasswordConfirmed(ctx.actor);
  await sessionService.forceOutAll(ctx);
}

function sourceOf({ scope, installation: { db } }: Context, name: CacheName): Source {
  if (name !== RATE_LIMIT && !isLocalCacheName(name)) return storedSource(db, scope, name);
  const memory = memorySource(db, name);
  const { shared } = cacheOf(db);
  const sharedName = name === RATE_LIMIT ? name : sharedNames.find((one) => one === name);
  return shared && sharedName ? sharedSource(shared, sharedName, memory) : memory;
}

/** Accepts a name with or without trailing colon. @throws notFound */
function nameOf(text: string): CacheName {
  const cleanName = text.replace(/:$/, '');
  return orNotFound(cacheNames.find((name) => name === cleanName));
}

// Safe cast: a test ensures a word for each name.
const remarkOf = ({ t }: Context, name: CacheName) => t(`monitor.cache.name.${name}` as WordKey);
