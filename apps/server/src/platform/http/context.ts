import type { Language, Translate } from '@suyuan/contract';
import type { Db } from '../db/db.ts';
import type { DataScope } from '../db/scope.ts';
import { readPrimary } from '../db/standby-reads.ts';
import { Problem } from '../problem.ts';
import type { Installation } from './installation.ts';

export interface Actor {
  userId: number;
  userName: string;
  nickName: string;
  deptId: number | null;
  deptName: string | null;
  sessionId: number;
  /** The built-in administrator: every permission, every row. */
  admin: boolean;
  roles: ActorRole[];
  /** Version of all rights at the time of the request; data derived from rights is valid while it is unchanged. */
  rightsVersion: number;
  /** Seconds since the last password entry in this session. */
  passwordAge: number;
  /** Values derived from this user, valid as long as this record. */
  memo: Map<string, unknown>;
}

export interface ActorRole {
  roleId: number;
  roleKey: string;
  /** RuoYi's data scope: 1 all, 2 selected departments, 3 own department, 4 own and below, 5 own rows. */
  dataScope: '1' | '2' | '3' | '4' | '5';
  deptIds: number[];
  permissions: string[];
}

/** In a logged route, `db` is its transaction. */
export interface Context {
  db: Db;
  actor: Actor;
  scope: DataScope;
  language: Language;
  t: Translate;
  installation: Installation;
  /** Client address according to the trusted proxies. */
  ip: string;
  userAgent: string;
}

export const anonymousActor: Actor = {
  userId: 0,
  userName: '',
  nickName: '',
  deptId: null,
  deptName: null,
  sessionId: 0,
  admin: false,
  roles: [],
  rightsVersion: 0,
  passwordAge: Number.POSITIVE_INFINITY,
  memo: new Map(),
};

/** Reads a value of `actor` once while its record is valid. */
export function memoized<T>({ memo }: Actor, key: string, read: () => Promise<T>): Promise<T> {
  // Cast: each key has one reader.
  const cached = memo.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const value = readPrimary(read);
  memo.set(key, value);
  value.catch(() => memo.delete(key));
  return value;
}

/** The server supports no partial wildcards. */
export const hasPermission = (actor: Actor, permission: string): boolean =>
  actor.admin || actor.roles.some(({ permissions }) => permissions.includes(permission));

/** Seconds for which a password confirmation covers sensitive operations. */
const MAX_PASSWORD_AGE = 600;

/**
 * Requires a password confirmation or sign-in within the last ten minutes.
 * @throws passwordNeeded
 */
export function ensurePasswordConfirmed({ passwordAge }: Actor): void {
  if (passwordAge > MAX_PASSWORD_AGE) throw new Problem('passwordNeeded');
}
