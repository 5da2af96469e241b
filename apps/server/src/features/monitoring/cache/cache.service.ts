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
import { cacheOf, invalidateEverywhere } from '../../../platform/cache/cache.ts';
import { type CacheName, cacheNames, isLocalCacheName, RATE_LIMIT, sharedNames } from '../../../platform/cache/names.ts';
import { localCachesOf } from '../../../platform/cache/shelf.ts';
import { ensurePasswordConfirmed } from '../../../platform/http/confirmed.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as captchaService from '../../identity/captcha/captcha.service.ts';
import * as passwordService from '../../identity/password/password.service.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import { memorySource, textOf } from './memory-source.ts';
import { overviewOf } from './overview.ts';
import { sharedSource } from './shared-source.ts';
import type { Source } from './source.ts';
import { storedSource } from './stored-source.ts';

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
      const shelf = isLocalCacheName(name) ? localCachesOf(ctx.installation.db).get(name) : undefined;
      return {
        ...{ cacheName: `${name}:`, cacheKey: '' as const, cacheValue: '' as const, remark: remarkOf(ctx, name) },
        ...{ place: source.place, count, hits: shelf?.hits ?? null, misses: shelf?.misses ?? null, clearable: name !== PROTECTED_NAME },
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

/** Clears a name in all processes. Sessions end only for users in scope. @throws notFound, cacheKept, passwordNeeded */
export async function clearName(ctx: Context, cacheName: string): Promise<void> {
  await clear(ctx, nameOf(cacheName), undefined);
}

/** Clears one entry in all processes. @throws notFound, cacheKept */
export async function clearKey(ctx: Context, cacheKey: string): Promise<void> {
  const separator = cacheKey.indexOf(':');
  await clear(ctx, nameOf(cacheKey.slice(0, separator < 0 ? undefined : separator)), separator < 0 ? undefined : cacheKey.slice(separator + 1));
}

/** Clears everything except protected names, including the user's own session. @throws passwordNeeded */
export async function clearAll(ctx: Context): Promise<void> {
  for (const name of cacheNames) if (name !== PROTECTED_NAME) await clear(ctx, name, undefined);
}

async function clear(ctx: Context, name: CacheName, key: string | undefined): Promise<void> {
  const { db, installation } = ctx;
  if (name === PROTECTED_NAME) throw new Problem('cacheKept', { name: remarkOf(ctx, name) });
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
