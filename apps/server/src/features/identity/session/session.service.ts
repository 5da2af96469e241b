import { createHash, randomBytes } from 'node:crypto';
import type { Paging } from '@suyuan/contract';
import { rememberedByRights } from '../../../platform/cache/by-rights.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { type Actor, type ActorRole, type Context, nobody } from '../../../platform/http/context.ts';
import type { ActorOf } from '../../../platform/http/gate.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { spoken } from '../../system/sign-in-log/sign-in-log.service.ts';
import { granted } from './granted.queries.ts';
import * as queries from './session.queries.ts';
import { untilOver } from './session-watch.ts';

/** RuoYi's administrator role. It grants everything. */
const ADMIN_ROLE = 1;

/** Grants are cached by set of roles, because many users share a set. */
const grantedBy = rememberedByRights<ActorRole[]>('role_grants');

/** 256 random bits. The database stores only their SHA-256. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

interface Holder {
  userId: number;
  ipaddr: string;
  browser: string;
  os: string;
  loginLocation: string;
  /** The remembered browser that opened the session or was created with it. */
  deviceId?: string | undefined;
  /** Time of the last password entry, if not now. A ticket does not count as a password. */
  confirmTime?: string | undefined;
}

/** Opens a session and returns a new token. Tokens from the client are never adopted. */
export async function open(db: Db, holder: Holder) {
  const token = newToken();
  const { sessionId } = await queries.insert(db, { ...holder, tokenHash: hashOf(token) });
  return { token, sessionId };
}

/**
 * Resolves the user of a token. Queried at every request, so that revoked rights apply at once on all replicas. Role grants are cached
 * until the rights version changes.
 */
export function actorOf(db: Db): ActorOf {
  return async (token) => {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const row = await queries.findHolder(db, hashOf(token));
    if (!row) return undefined;
    const { restless, ...who } = row;
    if (restless) await queries.touch(db, who.sessionId);
    return withRoles(db, who);
  };
}

/** Current rights of a user, for background work without a session. Undefined if the user may no longer sign in. */
export async function actorOfUser(db: Db, userId: number): Promise<Actor | undefined> {
  const who = await queries.findPerson(db, userId);
  return who && withRoles(db, { ...nobody, ...who });
}

async function withRoles(db: Db, { roleIds, ...who }: Omit<Actor, 'admin' | 'roles'> & { roleIds: readonly number[] }): Promise<Actor> {
  const roles = await grantedBy(db, who.rightsVersion, roleIds.join(), () => granted(db, roleIds));
  return { ...who, admin: roles.some(({ roleId }) => roleId === ADMIN_ROLE), roles };
}

export const confirm = (db: Db, sessionId: number) => queries.confirm(db, sessionId);

export const deviceOf = async (db: Db, sessionId: number) => (await queries.findDevice(db, sessionId))?.deviceId ?? undefined;

/** Ends the session of `token`, if it exists, and returns its user. */
export const close = (db: Db, token: string) => queries.remove(db, hashOf(token));

/** Ends all other sessions of a user and removes their other browsers. */
export const closeOthers = (db: Db, userId: number, kept: number) => queries.removeOthers(db, userId, kept);

/** Ends all sessions of users and removes their browsers, after an account is disabled, deleted or reset. */
export const closeAll = (db: Db, userIds: number[]) => queries.removeAll(db, userIds);

/** Removes all remembered browsers of a user, after a password change. */
export const clearDevices = (db: Db, userId: number) => queries.removeDevices(db, userId);

export const closeOfDevice = (db: Db, userId: number, deviceId: string) => queries.removeOfDevice(db, userId, deviceId);

/** Ends a user's own session. Returns the device that opened it, or undefined if there is no such session. */
export const closeOwn = (db: Db, userId: number, tokenId: string) => queries.removeByTokenId(db, userId, tokenId);

/** The user's own sessions and remembered browsers, latest use first. */
export async function list(ctx: Context, { paging }: { paging: Paging }) {
  const { rows, total } = await queries.own(ctx.db, ctx.actor, paging);
  return { rows: spoken(ctx, rows), total };
}

export const sweep = (db: Db) => queries.removeDead(db);

/** Sessions of users within the actor's scope. */
export async function online(ctx: Context, query: Parameters<typeof queries.online>[3]) {
  const { rows, total } = await queries.online(ctx.db, ctx.scope, ctx.actor.sessionId, query);
  return { rows: spoken(ctx, rows), total };
}

/** Ends all given sessions or none. @throws notFound if a session has ended or is out of scope */
export async function forceOut({ db, scope }: Context, tokenIds: string[]) {
  const removed = await queries.removeByTokenIds(db, scope, tokenIds);
  if (removed.length < tokenIds.length) throw new Problem('notFound');
}

/** Ends all sessions within scope, including the actor's. */
export async function forceOutAll({ db, scope }: Context): Promise<void> {
  await queries.removeInScope(db, scope);
}

/**
 * Waits up to `seconds` for the end of the actor's session, or until `left`. On timeout the client polls again.
 * @throws notSignedIn when the session ends, accountClosed when the account is disabled
 */
export async function watch({ db, actor: { sessionId, userId } }: Context, seconds: number, left: AbortSignal): Promise<void> {
  const waiting = untilOver(db, sessionId, seconds * 1000, left);
  // The session may end between authentication and the start of the wait.
  if ((await queries.isThere(db, sessionId)) && (await waiting) !== 'ended') return;
  throw (await queries.isDisabled(db, userId)) ? new Problem('accountClosed') : new Problem('notSignedIn', { path: '' });
}
