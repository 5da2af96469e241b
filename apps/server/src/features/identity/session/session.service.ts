import { createHash, randomBytes } from 'node:crypto';
import { ADMIN_ROLE_ID, type Paging } from '@suyuan/contract';
import { cacheByRights } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { listen } from '../../../platform/db/listen.ts';
import type { ActorOf } from '../../../platform/http/access-control.ts';
import { type Actor, type ActorRole, anonymousActor, type Context } from '../../../platform/http/context.ts';
import { allFound, Problem } from '../../../platform/problem.ts';
import { translateRows } from '../../system/sign-in-log/sign-in-log.service.ts';
import { type ActorEntry, actorCacheOf } from './actor-cache.ts';
import * as queries from './session.queries.ts';

/** Result of waiting: the session ended, or its state is unknown and the client must query again. */
type WatchResult = 'ended' | 'unknown';

interface Watch {
  /** Waiting callbacks by session number. */
  waiting: Map<number, Set<(result: WatchResult) => void>>;
  listener: { close(): Promise<void> };
}

const watches = new WeakMap<Db, Watch>();

/** Receives the end of every session on any process, over one PostgreSQL connection that opens at the first wait. `db` is the pool. */
function getWatch(db: Db): Watch {
  const existing = watches.get(db);
  if (existing) return existing;
  const waiting: Watch['waiting'] = new Map();
  const listener = listen(db, 'session', (payload) => {
    // notifications may be lost while the connection was down
    const sessionIds = payload === undefined ? [...waiting.keys()] : [Number(payload)];
    for (const sessionId of sessionIds) notify(waiting, sessionId, payload === undefined ? 'unknown' : 'ended');
  });
  const watch = { waiting, listener };
  watches.set(db, watch);
  return watch;
}

function notify(waiting: Watch['waiting'], sessionId: number, result: WatchResult) {
  for (const wake of waiting.get(sessionId) ?? []) wake(result);
}

/**
 * Resolves when the session ends, after `milliseconds`, or when `signal` aborts. The caller must check the session again after the call,
 * because it may have ended just before.
 */
export function waitForEnd(db: Db, sessionId: number, milliseconds: number, signal: AbortSignal): Promise<WatchResult> {
  if (signal.aborted) return Promise.resolve('unknown');
  const { waiting } = getWatch(db);
  return new Promise((resolve) => {
    const wake = (result: WatchResult) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      const waiters = waiting.get(sessionId);
      waiters?.delete(wake);
      if (waiters?.size === 0) waiting.delete(sessionId);
      resolve(result);
    };
    const onAbort = () => wake('unknown');
    const timer = setTimeout(onAbort, milliseconds);
    const waiters = waiting.get(sessionId) ?? new Set();
    waiting.set(sessionId, waiters.add(wake));
    signal.addEventListener('abort', onAbort);
  });
}

/** Resolves all waits as unknown and closes the listener. */
export async function endWatch(db: Db): Promise<void> {
  const watch = watches.get(db);
  if (!watch) return;
  watches.delete(db);
  for (const sessionId of [...watch.waiting.keys()]) notify(watch.waiting, sessionId, 'unknown');
  await watch.listener.close();
}

/** Grants are cached by set of roles, because many users share a set. */
const cachedRoles = cacheByRights<ActorRole[]>('role_grants');

/** 256 random bits. The database stores only their SHA-256. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Opens a session and returns a new token. Tokens from the client are never adopted. */
export async function open(db: Db, holder: queries.Holder) {
  const token = newToken();
  const { sessionId } = await queries.insert(db, { ...holder, tokenHash: hashOf(token) });
  return { token, sessionId };
}

/** Milliseconds between two records of a session's activity, to avoid a write per request. */
const TOUCH_INTERVAL = 60_000;

/**
 * Resolves the user of a token: from memory while notifications keep it true, otherwise by one statement. Role grants are cached until the
 * rights version changes.
 */
export function actorOf(db: Db): ActorOf {
  const cache = actorCacheOf(db);
  return async (token, isAttended) => {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const tokenHash = hashOf(token);
    const key = tokenHash.toString('base64');
    const cached = cache.get(key);
    const entry = cached ?? (await cache.load(key, () => loadActor(db, tokenHash)));
    if (!entry) return undefined;
    const now = performance.now();
    if (isAttended && now >= entry.touchAt) {
      entry.touchAt = now + TOUCH_INTERVAL;
      if (!(await queries.touch(db, entry.actor.sessionId))) {
        cache.drop(key);
        return undefined;
      }
      entry.endsAt = Math.min(entry.expiresAt, now + entry.idleLimit);
    }
    return cached ? { ...entry.actor, passwordAge: entry.actor.passwordAge + (now - entry.loadedAt) / 1000 } : entry.actor;
  };
}

async function loadActor(db: Db, tokenHash: Buffer): Promise<ActorEntry | undefined> {
  // before the statement, so that limits end early rather than late
  const loadedAt = performance.now();
  const row = await queries.findHolder(db, tokenHash);
  if (!row) return undefined;
  const { activeAge, idleLimit: idleSeconds, timeLeft, ...user } = row;
  const idleLimit = idleSeconds * 1000;
  const expiresAt = loadedAt + timeLeft * 1000;
  const endsAt = Math.min(expiresAt, loadedAt + idleLimit - activeAge * 1000);
  const touchAt = loadedAt + TOUCH_INTERVAL - activeAge * 1000;
  return { actor: await withRoles(db, { ...user, memo: new Map() }), loadedAt, touchAt, expiresAt, idleLimit, endsAt };
}

/** Current rights of a user, for background work without a session. Undefined if the user may no longer sign in. */
export async function actorOfUser(db: Db, userId: number): Promise<Actor | undefined> {
  return (await actorsOfUsers(db, [userId]))[0];
}

/** As `actorOfUser`, of several users, in any order. */
export async function actorsOfUsers(db: Db, userIds: readonly number[]): Promise<Actor[]> {
  if (userIds.length === 0) return [];
  const users = await queries.listUsers(db, userIds);
  return Promise.all(users.map((user) => withRoles(db, { ...anonymousActor, ...user, memo: new Map() })));
}

async function withRoles(db: Db, { roleIds, ...user }: Omit<Actor, 'admin' | 'roles'> & { roleIds: readonly number[] }): Promise<Actor> {
  const roles = await cachedRoles(db, user.rightsVersion, roleIds.join(), () => queries.listGrants(db, roleIds));
  return { ...user, admin: roles.some(({ roleId }) => roleId === ADMIN_ROLE_ID), roles };
}

export const confirm = (db: Db, sessionId: number) => queries.confirm(db, sessionId);

export const deviceOf = async (db: Db, sessionId: number) => (await queries.findDevice(db, sessionId))?.deviceId ?? undefined;

/** Ends the session of `token`, if it exists, and returns its user. */
export const close = (db: Db, token: string) => queries.remove(db, hashOf(token));

/** Ends all other sessions of a user and removes their other browsers. */
export const closeOthers = (db: Db, userId: number, currentSessionId: number) => queries.removeOthers(db, userId, currentSessionId);

/** Ends all sessions of users and removes their browsers, after an account is disabled, deleted or reset. */
export const closeAll = (db: Db, userIds: number[]) => queries.removeAll(db, userIds);

/** Removes all remembered browsers of a user, after a password change. */
export const clearDevices = (db: Db, userId: number) => queries.removeDevices(db, userId);

export const closeOfDevice = (db: Db, userId: number, deviceId: string) => queries.removeOfDevice(db, userId, deviceId);

/** Ends a user's own session. Returns the device that opened it, or undefined if there is no such session. */
export const closeOwn = (db: Db, userId: number, tokenId: string) => queries.removeByTokenId(db, userId, tokenId);

/** The user's own sessions and remembered browsers, latest use first. */
export async function list(ctx: Context, { paging }: { paging: Paging }) {
  const { rows, total } = await queries.listOwn(ctx.db, ctx.actor, paging);
  return { rows: translateRows(ctx, rows), total };
}

export const sweep = (db: Db) => queries.removeDead(db);

/** Sessions of users within the actor's scope. */
export async function listOnline(ctx: Context, query: Parameters<typeof queries.listOnline>[3]) {
  const { rows, total } = await queries.listOnline(ctx.db, ctx.scope, ctx.actor.sessionId, query);
  return { rows: translateRows(ctx, rows), total };
}

/** Ends all of these sessions or none. @throws notFound if a session has ended or is out of scope */
export async function forceOut({ db, scope }: Context, tokenIds: string[]) {
  allFound(await queries.removeByTokenIds(db, scope, tokenIds), tokenIds);
}

/** Ends all sessions within scope, including the actor's. */
export async function forceOutAll({ db, scope }: Context): Promise<void> {
  await queries.removeInScope(db, scope);
}

/**
 * Waits up to `seconds` for the end of the actor's session, or until `signal`. On timeout the client polls again.
 * @param path of the request, for the refusal
 * @throws notSignedIn when the session ends, with `deviceRemoved` if the browser is no longer remembered; accountClosed when the account is disabled
 */
export async function watch(
  { db, actor: { sessionId, userId } }: Context,
  path: string,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const result = waitForEnd(db, sessionId, seconds * 1000, signal);
  // The session may end between authentication and the start of the wait.
  const session = await queries.findDevice(db, sessionId);
  if (session && (await result) !== 'ended') return;
  if (await queries.isDisabled(db, userId)) throw new Problem('accountClosed');
  const deviceRemoved = session?.deviceId ? !(await queries.isDevice(db, session.deviceId)) : false;
  throw new Problem('notSignedIn', { path, deviceRemoved });
}
