import { randomUUID } from 'node:crypto';
import { type Cache, fromRedis } from './cache.ts';
import { type Call, Refusal } from './call.ts';
import type { Database, Dept, User } from './records.ts';
import { type UserView, userView } from './views.ts';

const TOKENS = 'login_tokens:';

/** A session as stored in Redis, with the user and roles at sign-in. */
export interface Session {
  tokenId: string;
  user: UserView;
  permissions: string[];
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  /** Epoch milliseconds. */
  loginTime: number;
}

export const isAdmin = (userId: number) => userId === 1;

export class AccessControl {
  readonly #db: Database;
  readonly #cache: Cache;
  constructor(db: Database, cache: Cache) {
    this.#db = db;
    this.#cache = cache;
  }

  /** Starts a session. Returns a JWT whose signature is not verified. */
  signIn(user: User, userAgent: string): string {
    const tokenId = randomUUID();
    const session: Session = {
      ...{ tokenId, user: this.sessionUser(user), permissions: [], ipaddr: '127.0.0.1' },
      ...{ loginLocation: '内网IP', browser: /Chrome\/\d+/.exec(userAgent)?.[0].replace('/', '') ?? 'Unknown', os: 'Linux' },
      loginTime: Date.now(),
    };
    this.refreshPermissions(session);
    this.#cache.set(TOKENS + tokenId, session);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'HS512' })}.${part({ sub: user.userName, login_user_key: tokenId })}.${'s'.repeat(86)}`;
  }

  /** The prefix `Bearer ` is optional. */
  sessionOf(authorization: string | undefined): Session | undefined {
    const payload = authorization?.replace(/^Bearer /, '').split('.')[1];
    if (!payload) return undefined;
    try {
      const { login_user_key: tokenId } = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return this.#cache.get<Session>(TOKENS + tokenId);
    } catch {
      return undefined;
    }
  }

  sessions(): Session[] {
    return this.#cache.keys(TOKENS).flatMap((key) => this.#cache.get<Session>(key) ?? []);
  }

  signOut(tokenId: string): void {
    this.#cache.delete(TOKENS + tokenId);
  }

  sessionUser(user: User): UserView {
    return fromRedis(userView(this.#db, user));
  }

  /** Recomputes permissions from the roles at sign-in. */
  refreshPermissions(session: Session): void {
    const { userId, roles } = session.user;
    session.permissions = isAdmin(userId) ? ['*:*:*'] : [];
    if (isAdmin(userId)) return;
    for (const role of roles) {
      if (role.status !== '0' || role.roleId === 1) continue;
      role.permissions = this.#permissionsOfRole(role.roleId);
      session.permissions = [...new Set([...session.permissions, ...role.permissions])];
    }
  }

  #permissionsOfRole(roleId: number): string[] {
    const menuIds = new Set(this.#db.roleMenus.filter((link) => link.roleId === roleId).map(({ menuId }) => menuId));
    const perms = this.#db.menus.filter(({ menuId, status }) => status === '0' && menuIds.has(menuId)).map((menu) => menu.perms);
    return [...new Set(perms.flatMap((text) => text.split(',')).filter(Boolean))];
  }

  /** Tests whether a department, and a user in it, is in the data scope. Queries without users omit `userId`. */
  inScope({ user }: Session, permission: string): (deptId: number | null, userId?: number) => boolean {
    if (isAdmin(user.userId)) return () => true;
    const roles = user.roles.filter(({ status, permissions }) => status === '0' && permissions?.includes(permission));
    if (roles.some(({ dataScope }) => dataScope === '1')) return () => true;
    const isBelow = (deptId: number) =>
      this.#db.depts.some((dept) => dept.deptId === deptId && dept.ancestors.split(',').includes(String(user.deptId)));
    return (deptId, userId) =>
      roles.some(({ dataScope, roleId }) => {
        if (dataScope === '5') return userId !== undefined && userId === user.userId;
        if (deptId === null) return false;
        if (dataScope === '2') return this.#db.roleDepts.some((link) => link.roleId === roleId && link.deptId === deptId);
        return deptId === user.deptId || (dataScope === '4' && isBelow(deptId));
      });
  }

  usersInScope(session: Session, permission: string): User[] {
    const isInScope = this.inScope(session, permission);
    return this.#db.users.filter(({ delFlag, deptId, userId }) => delFlag === '0' && isInScope(deptId, userId));
  }

  deptsInScope(session: Session, permission: string): Dept[] {
    const isInScope = this.inScope(session, permission);
    const order = (one: Dept, other: Dept) => one.parentId - other.parentId || one.orderNum - other.orderNum;
    return this.#db.depts.filter(({ delFlag, deptId }) => delFlag === '0' && isInScope(deptId)).toSorted(order);
  }

  /** Roles of users whose department is in the data scope. */
  rolesInScope(session: Session, permission: string) {
    const isInScope = this.inScope(session, permission);
    const roles = this.#db.roles.filter(({ delFlag }) => delFlag === '0').toSorted((one, other) => one.roleSort - other.roleSort);
    if (isAdmin(session.user.userId)) return roles;
    return roles.filter(({ roleId }) =>
      this.#db.userRoles.some(
        (link) => link.roleId === roleId && this.#db.users.some(({ userId, deptId }) => userId === link.userId && isInScope(deptId)),
      ),
    );
  }
}

/** @throws Refusal when a user is outside the session's data scope */
export function checkUserScope({ access, session }: Call, permission: string, userId: number | null) {
  if (isAdmin(session.user.userId)) return;
  if (!access.usersInScope(session, permission).some((user) => user.userId === userId)) throw new Refusal('没有权限访问用户数据！');
}

/** @throws Refusal when a role is outside the session's data scope */
export function checkRoleScope({ access, session }: Call, permission: string, roleIds: (number | null)[] | null) {
  if (isAdmin(session.user.userId)) return;
  if (!roleIds) throw new Refusal('Cannot read the array length because "<local2>" is null');
  const roles = access.rolesInScope(session, permission);
  for (const id of roleIds) if (!roles.some(({ roleId }) => roleId === id)) throw new Refusal('没有权限访问角色数据！');
}

/** @throws Refusal when a department is outside the session's data scope */
export function checkDeptScope({ access, session }: Call, permission: string, deptId: number | null) {
  if (isAdmin(session.user.userId) || deptId === null) return;
  if (!access.deptsInScope(session, permission).some((dept) => dept.deptId === deptId)) throw new Refusal('没有权限访问部门数据！');
}
