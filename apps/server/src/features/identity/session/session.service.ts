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

/** The role that the family calls its administrator's; it alone opens everything. */
const ADMIN_ROLE = 1;

/** What sets of roles grant; people share few sets. */
const grantedBy = rememberedByRights<ActorRole[]>('role_grants');

/** 256 random bits, told to the client once; the database keeps their SHA-256. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

interface Holder {
  userId: number;
  ipaddr: string;
  browser: string;
  os: string;
  loginLocation: string;
  /** The remembered browser that it is opened by or for. */
  deviceId?: string | undefined;
  /** When the password was given, where that was not now: a ticket is no password. */
  confirmTime?: string | undefined;
}

/** Opens a session and answers its token. A token that the client brought is never adopted. */
export async function open(db: Db, holder: Holder) {
  const token = newToken();
  const { sessionId } = await queries.insert(db, { ...holder, tokenHash: hashOf(token) });
  return { token, sessionId };
}

/**
 * Tells who holds a token. Asked of the database at every request, so that a right taken away is gone at the next one, on every
 * replica; what a role grants is remembered for as long as no right has changed.
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

/** Tells what a user may do at present, for work that goes on without their session; undefined for who may not sign in any more. */
export async function actorOfUser(db: Db, userId: number): Promise<Actor | undefined> {
  const who = await queries.findPerson(db, userId);
  return who && withRoles(db, { ...nobody, ...who });
}

async function withRoles(db: Db, { roleIds, ...who }: Omit<Actor, 'admin' | 'roles'> & { roleIds: readonly number[] }): Promise<Actor> {
  const roles = await grantedBy(db, who.rightsVersion, roleIds.join(), () => granted(db, roleIds));
  return { ...who, admin: roles.some(({ roleId }) => roleId === ADMIN_ROLE), roles };
}

/** Notes that the password was given again in this session. */
export const confirm = (db: Db, sessionId: number) => queries.confirm(db, sessionId);

/** The remembered device that a session was opened by or for; undefined where there is none. */
export const deviceOf = async (db: Db, sessionId: number) => (await queries.findDevice(db, sessionId))?.deviceId ?? undefined;

/** Ends the session of `token`, if there is one, and answers whose it was. */
export const close = (db: Db, token: string) => queries.remove(db, hashOf(token));

/** Ends every session of a user but the present one and forgets their other browsers. */
export const closeOthers = (db: Db, userId: number, kept: number) => queries.removeOthers(db, userId, kept);

/** Ends every session of these users and forgets their browsers, as when somebody disables, removes or takes over an account. */
export const closeAll = (db: Db, userIds: number[]) => queries.removeAll(db, userIds);

/** Forgets every remembered browser of a user, as after a change of password. */
export const clearDevices = (db: Db, userId: number) => queries.removeDevices(db, userId);

/** Ends the sessions that a remembered browser opened. */
export const closeOfDevice = (db: Db, userId: number, deviceId: string) => queries.removeOfDevice(db, userId, deviceId);

/** Ends a session of a user by its number; answers by which remembered browser it was opened, undefined where there is no such session. */
export const closeOwn = (db: Db, userId: number, tokenId: string) => queries.removeByTokenId(db, userId, tokenId);

/** Where the signed-in person is signed in or remembered, latest use first. */
export async function list(ctx: Context, { paging }: { paging: Paging }) {
  const { rows, total } = await queries.own(ctx.db, ctx.actor, paging);
  return { rows: spoken(ctx, rows), total };
}

/** Removes sessions beyond their limits. */
export const sweep = (db: Db) => queries.removeDead(db);

/** Who is signed in, of those whom the asker may see. */
export async function online(ctx: Context, query: Parameters<typeof queries.online>[3]) {
  const { rows, total } = await queries.online(ctx.db, ctx.scope, ctx.actor.sessionId, query);
  return { rows: spoken(ctx, rows), total };
}

/** Signs others out. @throws notFound where one of the sessions is over or out of sight; then none is ended */
export async function forceOut({ db, scope }: Context, tokenIds: string[]) {
  const removed = await queries.removeByTokenIds(db, scope, tokenIds);
  if (removed.length < tokenIds.length) throw new Problem('notFound');
}

/** Signs everybody out whom the asker may see, the asker too. */
export async function forceOutAll({ db, scope }: Context): Promise<void> {
  await queries.removeInScope(db, scope);
}

/**
 * Waits for the end of the asker's session, `seconds` at most, or until `left`; whoever is told nothing asks again.
 * @throws notSignedIn as soon as it has ended, accountClosed where that is because the account was disabled
 */
export async function watch({ db, actor: { sessionId, userId } }: Context, seconds: number, left: AbortSignal): Promise<void> {
  const waiting = untilOver(db, sessionId, seconds * 1000, left);
  // it may have ended after this request was let in and before anybody listened
  if ((await queries.isThere(db, sessionId)) && (await waiting) !== 'ended') return;
  throw (await queries.isDisabled(db, userId)) ? new Problem('accountClosed') : new Problem('notSignedIn', { path: '' });
}
