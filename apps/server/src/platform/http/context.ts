import type { Language, Translate } from '@suyuan/contract';
import type { Db } from '../db/database.types.ts';
import type { DataScope } from '../db/scope.ts';
import type { Installation } from './installation.ts';

/** Who asks. */
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
  /** State of all rights when this request asked; what was made of them is good while it is the same. */
  rightsVersion: number;
  /** Seconds since the password was last given in this session. */
  passwordAge: number;
}

export interface ActorRole {
  roleId: number;
  roleKey: string;
  /** The family's data scope: 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 own rows. */
  dataScope: '1' | '2' | '3' | '4' | '5';
  deptIds: number[];
  permissions: string[];
}

/** What a service is handed: who asks, what they may see, and the database, which in a logged route is its transaction. */
export interface Context {
  db: Db;
  actor: Actor;
  scope: DataScope;
  language: Language;
  t: Translate;
  installation: Installation;
  /** Where the request came from, as far as the trusted proxies say. */
  ip: string;
  userAgent: string;
}

/** Who asks where nobody has to be signed in. */
export const nobody: Actor = {
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
};

/** Tells whether `actor` holds `permission`. The server knows no partial wildcards. */
export const may = (actor: Actor, permission: string): boolean =>
  actor.admin || actor.roles.some(({ permissions }) => permissions.includes(permission));
