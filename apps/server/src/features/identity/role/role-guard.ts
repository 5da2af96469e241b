import type { Role } from '@suyuan/contract';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Actor, Context } from '../../../platform/http/context.ts';
import { scopeOf } from '../../../platform/http/gate.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as departmentService from '../department/department.service.ts';
import * as links from './role-link.queries.ts';

export interface Grant {
  menuIds: number[];
  /** Permissions of `menuIds`, if already loaded. */
  permissions?: string[];
  dataScope: Role['dataScope'];
  deptIds: number[];
}

/** The actor who grants, with their scope. */
type GrantContext = Pick<Context, 'db' | 'scope' | 'actor'>;

const permissionsOf = ({ roles }: Actor) => [...new Set(roles.flatMap(({ permissions }) => permissions))];

/** Only administrators may grant permissions that they do not hold. @throws roleMenusBeyondOwn */
export async function ensureMenusGrantable({ db, actor }: GrantContext, menuIds: number[]): Promise<void> {
  if (actor.admin || menuIds.length === 0) return;
  const ungrantableMenus = await links.listUngrantableMenus(db, { userId: actor.userId, heldPermissions: permissionsOf(actor) }, menuIds);
  const names = ungrantableMenus.length > 3 ? `${ungrantableMenus.slice(0, 3).join('、')} …` : ungrantableMenus.join('、');
  if (ungrantableMenus.length > 0) throw new Problem('roleMenusBeyondOwn', { field: 'menuIds', names });
}

/** Only administrators may grant a wider data scope than they have for the included permissions. @throws roleScopeBeyondOwn */
export async function ensureScopeGrantable(ctx: GrantContext, { menuIds, permissions, dataScope, deptIds }: Grant): Promise<void> {
  const { db, actor, scope } = ctx;
  if (actor.admin || dataScope === '5') return;
  const heldPermissions = new Set(permissionsOf(actor));
  const grantedPermissions = (permissions ?? (await links.permissionsOf(db, menuIds))).filter((permission) => heldPermissions.has(permission));
  const scopes = [scope, ...grantedPermissions.map((permission) => scopeOf(actor, permission))].filter((one) => one !== 'all');
  if (scopes.length === 0) return;
  const isWithinScope = dataScope === '2' ? await departmentService.areAllWithin(ctx, distinctScopes(scopes), deptIds) : scopes.every(canGrantScope[dataScope]);
  if (!isWithinScope) throw new Problem('roleScopeBeyondOwn', { field: 'dataScope' });
}

type LimitedScope = Exclude<DataScope, 'all'>;

/** Whether an actor with a limited scope may grant each data scope to visible users. */
const canGrantScope: Record<'1' | '3' | '4', (scope: LimitedScope) => boolean> = {
  1: () => false,
  3: ({ deptIds, branch }) => deptIds.length > 0 || branch !== null,
  4: ({ branch }) => branch !== null,
};

const distinctScopes = (scopes: LimitedScope[]) => [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()];

/** Only administrators may assign roles with more rights or a wider scope than they have. @throws roleMenusBeyondOwn, roleScopeBeyondOwn */
export async function ensureGrantable(ctx: GrantContext, roleIds: number[]): Promise<void> {
  if (ctx.actor.admin || roleIds.length === 0) return;
  const grants = await links.linksOf(ctx.db, roleIds);
  await ensureMenusGrantable(ctx, [...new Set(grants.flatMap(({ menuIds }) => menuIds))]);
  for (const grant of grants) await ensureScopeGrantable(ctx, grant);
}
