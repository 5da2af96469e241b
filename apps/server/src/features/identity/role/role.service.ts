import { ADMIN_ROLE_ID, type ChangesOf, type InputOf, type Role, type RoleScope, type roles } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Actor, type Context, ensurePasswordConfirmed } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { seedNamesOf, translateSeedName } from '../../../platform/http/seed-names.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as departmentService from '../department/department.service.ts';
import * as queries from './role.queries.ts';
import * as links from './role-link.queries.ts';

interface Grant {
  menuIds: number[];
  /** Permissions of `menuIds`, if already loaded. */
  permissions?: string[];
  dataScope: Role['dataScope'];
  deptIds: number[];
}

/** The actor who grants, with their scope. */
type GrantContext = Pick<Context, 'db' | 'scope' | 'actor' | 't' | 'language'>;

const permissionsOf = ({ roles }: Actor) => [...new Set(roles.flatMap(({ permissions }) => permissions))];

/** Only administrators may grant permissions that they do not hold. @throws roleMenusBeyondOwn */
async function ensureMenusGrantable(ctx: GrantContext, menuIds: number[]): Promise<void> {
  const { db, actor } = ctx;
  if (actor.admin || menuIds.length === 0) return;
  const ungrantableMenus = await links.listUngrantableMenus(db, { userId: actor.userId, heldPermissions: permissionsOf(actor) }, menuIds);
  const titles = ungrantableMenus.map((menu) => translateSeedName(ctx, 'menuName', menu));
  const names = [...titles.slice(0, 3), ...(titles.length > 3 ? ['…'] : [])];
  if (names.length > 0) throw new Problem('roleMenusBeyondOwn', { field: 'menuIds', names });
}

/** Only administrators may grant a wider data scope than they have for the included permissions. @throws roleScopeBeyondOwn */
async function ensureScopeGrantable(ctx: GrantContext, { menuIds, permissions, dataScope, deptIds }: Grant): Promise<void> {
  const { db, actor, scope } = ctx;
  if (actor.admin || dataScope === '5') return;
  const heldPermissions = new Set(permissionsOf(actor));
  const grantedPermissions = (permissions ?? (await links.permissionsOf(db, menuIds))).filter((permission) =>
    heldPermissions.has(permission),
  );
  const scopes = [scope, ...grantedPermissions.map((permission) => scopeOf(actor, permission))].filter((one) => one !== 'all');
  if (scopes.length === 0) return;
  const isWithinScope =
    dataScope === '2' ? await departmentService.areAllWithin(ctx, distinctScopes(scopes), deptIds) : scopes.every(canGrantScope[dataScope]);
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

type Roles = typeof roles;

const service = recordService(queries.roleTable, {
  orderBy: 'roleSort',
  seeds: (ctx) => seedNamesOf(ctx, 'roleName'),
  errors: [[{ role_role_key_admin_check: 'roleKeyReserved' }, 'roleKey']],
  ignored: { add: ['menuIds'], edit: ['menuIds'] },
});

export const { table, list, read } = service;

export const listChoices = (ctx: Context): Promise<Role[]> => queries.listChoices(ctx);

/** The visible departments as a tree, and those that a role links to. @throws notFound */
export async function deptTree(ctx: Context, id: number) {
  await read(ctx, id);
  return { checkedKeys: await links.listCheckedDepartments(ctx.db, ctx.scope, id), depts: await departmentService.tree(ctx) };
}

/** @throws roleNameTaken, roleKeyTaken, roleKeyReserved, referenceNotFound, roleMenusBeyondOwn, roleScopeBeyondOwn */
export async function add(ctx: Context, input: InputOf<Roles>): Promise<number> {
  const menuIds = input.menuIds ?? [];
  ensurePasswordConfirmed(ctx.actor);
  const dataScope = input.dataScope ?? (ctx.scope === 'all' ? '1' : '5');
  await ensureMenusGrantable(ctx, menuIds);
  await ensureScopeGrantable(ctx, { menuIds, dataScope, deptIds: [] });
  const roleId = await service.add(ctx, { ...input, dataScope });
  await mapMenuErrors(links.replaceMenus(ctx.db, roleId, menuIds));
  return roleId;
}

/**
 * Changes the given fields; menus only if given. Rights that the role already has may stay, even if the actor lacks them.
 * @throws notFound, recordStale, roleIsAdmin and the errors of `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Roles>): Promise<void> {
  const { db, actor } = ctx;
  const { menuIds } = changes;
  const before = await lockTarget(ctx, id);
  if (!actor.admin) await ensureAddedRightsGrantable(ctx, before, { ...changes, menuIds: menuIds ?? undefined });
  await service.edit(ctx, id, changes);
  if (menuIds) await mapMenuErrors(links.replaceMenus(db, id, menuIds, actor.admin ? undefined : actor.userId));
}

/**
 * Sets the data scope. Departments are stored for every scope.
 * @throws notFound, recordStale, roleIsAdmin, referenceNotFound, roleScopeBeyondOwn
 */
export async function setDataScope(ctx: Context, { roleId, deptIds, ...changes }: z.output<typeof RoleScope>): Promise<void> {
  const { db, scope, actor } = ctx;
  const before = await lockTarget(ctx, roleId);
  if (deptIds && !(await departmentService.areAllWithin(ctx, [scope], deptIds))) throw new Problem('referenceNotFound', departmentParams);
  if (!actor.admin) await ensureAddedRightsGrantable(ctx, before, { dataScope: changes.dataScope, deptIds });
  await service.edit(ctx, roleId, changes);
  if (deptIds) await links.replaceDepartments(db, scope, roleId, deptIds);
}

/** Enables or disables a role for all holders. @throws notFound, roleIsAdmin, roleMenusBeyondOwn, roleScopeBeyondOwn */
export const changeStatus = (ctx: Context, { roleId, status }: { roleId: number; status: '0' | '1' }) => edit(ctx, roleId, { status });

/**
 * @throws notFound if one of `ids` does not exist or is not visible, roleIsAdmin, roleInUse if a user holds one, roleFillsSteps if trace
 * steps are assigned to one
 */
export async function remove(ctx: Context, ids: number[]): Promise<void> {
  ensurePasswordConfirmed(ctx.actor);
  if (ids.includes(ADMIN_ROLE_ID)) throw new Problem('roleIsAdmin');
  allFound(await queries.lock(ctx, ids), ids);
  // separate query after the lock: it sees all earlier uses, and the lock prevents new ones
  const usage = await queries.findUse(ctx.db, ids);
  if (usage?.hasHolders) throw new Problem('roleInUse', { roleName: usage.roleName });
  if (usage) throw new Problem('roleFillsSteps', { roleName: usage.roleName, templateName: usage.templateName });
  await queries.remove(ctx.db, ids);
}

/**
 * Locks the role to change; requires a recent password confirmation. Checked by id in the database, not by submitted data.
 * @throws passwordNeeded, roleIsAdmin, notFound
 */
export async function lockTarget(ctx: Context, id: number) {
  ensurePasswordConfirmed(ctx.actor);
  if (id === ADMIN_ROLE_ID) throw new Problem('roleIsAdmin');
  const [role] = await queries.lock(ctx, [id]);
  return orNotFound(role);
}

type LockedRole = Awaited<ReturnType<typeof lockTarget>>;

interface RightsChange {
  menuIds?: number[] | undefined;
  dataScope?: Role['dataScope'] | undefined;
  deptIds?: number[] | undefined;
  status?: Role['status'] | undefined;
}

/** Validates only rights that a change adds: menus, scope, departments, or all of them if it enables the role. */
async function ensureAddedRightsGrantable(
  ctx: Context,
  before: LockedRole,
  { menuIds = [], deptIds = [], status, ...changes }: RightsChange,
) {
  const { dataScope = before.dataScope } = changes;
  const existingRights = orNotFound((await links.linksOf(ctx.db, [before.roleId]))[0]);
  const isReenabled = before.status === '1' && status === '0';
  const isScopeChanged = isReenabled || dataScope !== before.dataScope;
  const newMenus = menuIds.filter((id) => !existingRights.menuIds.includes(id));
  if (isReenabled) await ensureGrantable(ctx, [before.roleId]);
  await ensureMenusGrantable(ctx, newMenus);
  const resultingRights = {
    menuIds: isScopeChanged ? [...existingRights.menuIds, ...newMenus] : newMenus,
    deptIds: [...existingRights.deptIds, ...deptIds],
  };
  if (isScopeChanged || newMenus.length > 0) await ensureScopeGrantable(ctx, { ...resultingRights, dataScope });
  else if (deptIds.length > 0) await ensureScopeGrantable(ctx, { menuIds: existingRights.menuIds, deptIds, dataScope: '2' });
}

const departmentParams = { field: 'deptIds', title: 'system.role.deptIds' };

const mapMenuErrors = <T>(write: Promise<T>) =>
  mapConstraintErrors({ role_menu_menu_id_fkey: 'referenceNotFound' }, { field: 'menuIds', title: 'system.role.menuIds' }, write);
