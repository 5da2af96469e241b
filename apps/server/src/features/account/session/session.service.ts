import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../db/database.types.ts';
import type { Actor } from '../../../http/context.ts';
import type { ActorOf } from '../../../http/gate.ts';
import * as queries from './session.queries.ts';

/** The role that the family calls its administrator's; it alone opens everything. */
const ADMIN_ROLE = 1;

/** 256 random bits, told to the client once; the database keeps their SHA-256. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Opens a session and answers its token. A token that the client brought is never adopted. */
export async function open(db: Db, holder: { userId: number; ipaddr: string; browser: string; os: string; loginLocation: string }) {
  const token = newToken();
  const { sessionId } = await queries.insert(db, { ...holder, tokenHash: hashOf(token) });
  return { token, sessionId };
}

/**
 * Tells who holds a token. Asked of the database at every request (about 0.3 ms), so that a right taken away is gone at the next one,
 * on every replica.
 */
export function actorOf(db: Db): ActorOf {
  return async (token) => {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const row = await queries.findActor(db, hashOf(token));
    if (!row) return undefined;
    const { restless, roles, ...who } = row;
    if (restless) await queries.touch(db, who.sessionId);
    const admin = roles.some(({ roleId }) => roleId === ADMIN_ROLE);
    return { ...who, admin, roles } satisfies Actor;
  };
}

/** Notes that the password was given again in this session. */
export const confirm = (db: Db, sessionId: number) => queries.confirm(db, sessionId);

/** Ends the session of `token`, if there is one, and answers whose it was. */
export const close = (db: Db, token: string) => queries.remove(db, hashOf(token));

/** Ends every session of a user but the present one, as after a change of password. */
export const closeOthers = (db: Db, userId: number, kept: number) => queries.removeOthers(db, userId, kept);

/** Removes sessions beyond their limits. */
export const sweep = (db: Db) => queries.removeDead(db);
