import { ADMIN_ROLE_ID, type ChangesOf, type InputOf, type QueryOf, type Role, type RoleScope, type roles } from '@suyuan/contract';
import type { z } from 'zod';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import { ensureConfirmed } from '../../../platform/http/confirmed.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as departmentService from '../department/department.service.ts';
import * as queries from './role.queries.ts';
import { ensureGrantable, ensureHeld, ensureSeen } from './role-guard.ts';
import * as links from './role-link.queries.ts';

export { ensureGrantable } from './role-guard.ts';

type Roles = typeof roles;

const viewer = ({ scope, actor }: Context): queries.Viewer => ({ scope, userId: actor.userId });

export const list = (ctx: Context, query: QueryOf<Roles>) => queries.list(ctx.db, viewer(ctx), query);

/** @throws notFound */
export const read = async (ctx: Context, id: number): Promise<Role> => orNotFound(await queries.find(ctx.db, viewer(ctx), id));

/** Tells whether the asker sees a role. */
export const isInSight = async (ctx: Context, id: number): Promise<boolean> => (await queries.find(ctx.db, viewer(ctx), id)) !== undefined;

/** Every role in sight, to choose from. */
export const choices = (ctx: Context): Promise<Role[]> => queries.choices(ctx.db, viewer(ctx));

/** The departments in sight as a tree, and which of them a role names. @throws notFound */
export async function deptTree(ctx: Context, id: number) {
  await read(ctx, id);
  return { checkedKeys: await links.checkedDepartments(ctx.db, ctx.scope, id), depts: await departmentService.tree(ctx) };
}

/** @throws roleNameTaken, roleKeyTaken, roleKeyReserved, referenceNotFound, roleMenusBeyondOwn, roleScopeBeyondOwn */
export async function add(ctx: Context, { version: _, menuIds = [], ...input }: InputOf<Roles>): Promise<number> {
  const { db, actor, scope } = ctx;
  ensureConfirmed(actor);
  const dataScope = input.dataScope ?? (scope === 'all' ? '1' : '5');
  await ensureHeld(ctx, menuIds);
  await ensureSeen(ctx, { menuIds, dataScope, deptIds: [] });
  const { roleId } = await once(input, queries.insert(db, { ...input, dataScope, createBy: actor.userId }));
  await linked(links.replaceMenus(db, roleId, menuIds));
  return roleId;
}

/**
 * Changes what is named; menus only where they are. Whatever the role has already may stay, whoever edits it.
 * @throws notFound, recordStale, roleIsAdmin and what `add` refuses
 */
export async function edit(ctx: Context, id: number, { menuIds, ...changes }: ChangesOf<Roles>): Promise<void> {
  const { db, actor } = ctx;
  const before = await target(ctx, id);
  if (!actor.admin) await ensureNoneWidens(ctx, before, { ...changes, menuIds });
  const row = await once(changes, queries.update(db, id, changes, actor.userId));
  await written(row, () => queries.find(db, viewer(ctx), id));
  if (menuIds) await linked(links.replaceMenus(db, id, menuIds, actor.admin ? undefined : actor.userId));
}

/** Writes whose rows the holders see; the departments are written whatever the scope. @throws notFound, recordStale, roleIsAdmin, referenceNotFound, roleScopeBeyondOwn */
export async function setDataScope(ctx: Context, { roleId, deptIds, ...changes }: z.output<typeof RoleScope>): Promise<void> {
  const { db, scope, actor } = ctx;
  const before = await target(ctx, roleId);
  if (deptIds && !(await departmentService.allWithin(ctx, [scope], deptIds))) throw new Problem('referenceNotFound', noDepartment);
  if (!actor.admin) await ensureNoneWidens(ctx, before, { dataScope: changes.dataScope, deptIds });
  await written(await queries.update(db, roleId, changes, actor.userId), () => queries.find(db, viewer(ctx), roleId));
  if (deptIds) await links.replaceDepartments(db, scope, roleId, deptIds);
}

/** Switches a role on or off, for all who hold it. @throws notFound, roleIsAdmin, roleMenusBeyondOwn, roleScopeBeyondOwn */
export const changeStatus = (ctx: Context, { roleId, status }: { roleId: number; status: '0' | '1' }) => edit(ctx, roleId, { status });

/** @throws notFound when one of `ids` is not there or not in sight, roleIsAdmin, roleInUse when somebody holds one, roleFillsSteps when steps of traces are for one to fill in */
export async function remove(ctx: Context, ids: number[]): Promise<void> {
  ensureConfirmed(ctx.actor);
  if (ids.includes(ADMIN_ROLE_ID)) throw new Problem('roleIsAdmin');
  const rows = await queries.lock(ctx.db, viewer(ctx), ids);
  if (rows.length < ids.length) throw new Problem('notFound');
  // a look of its own, once they are locked: what came until then is seen, and nothing comes after
  const use = await queries.findUse(ctx.db, ids);
  if (use?.held) throw new Problem('roleInUse', { roleName: use.roleName });
  if (use) throw new Problem('roleFillsSteps', { roleName: use.roleName, templateName: use.templateName });
  await queries.remove(ctx.db, ids);
}

/** The role that is about to change, locked; a sensitive act. Judged by its number in the database, never by what was sent. @throws passwordNeeded, roleIsAdmin, notFound */
export async function target(ctx: Context, id: number) {
  ensureConfirmed(ctx.actor);
  if (id === ADMIN_ROLE_ID) throw new Problem('roleIsAdmin');
  const [role] = await queries.lock(ctx.db, viewer(ctx), [id]);
  return orNotFound(role);
}

type Target = Awaited<ReturnType<typeof target>>;

interface Widening {
  menuIds?: number[] | undefined;
  dataScope?: Role['dataScope'] | undefined;
  deptIds?: number[] | undefined;
  status?: Role['status'] | undefined;
}

/** Judges what a change gives beyond what the role gave before: menus, a scope, departments, or all of it where it is switched on. */
async function ensureNoneWidens(ctx: Context, before: Target, { menuIds = [], deptIds = [], status, ...wanted }: Widening) {
  const { dataScope = before.dataScope } = wanted;
  const has = orNotFound((await links.linksOf(ctx.db, [before.roleId]))[0]);
  const wakes = before.status === '1' && status === '0';
  const scopeMoves = wakes || dataScope !== before.dataScope;
  const newMenus = menuIds.filter((id) => !has.menuIds.includes(id));
  if (wakes) await ensureGrantable(ctx, [before.roleId]);
  await ensureHeld(ctx, newMenus);
  const given = { menuIds: scopeMoves ? [...has.menuIds, ...newMenus] : newMenus, deptIds: [...has.deptIds, ...deptIds] };
  if (scopeMoves || newMenus.length > 0) await ensureSeen(ctx, { ...given, dataScope });
  else if (deptIds.length > 0) await ensureSeen(ctx, { menuIds: has.menuIds, deptIds, dataScope: '2' });
}

const noDepartment = { field: 'deptIds', title: 'system.role.deptIds' };

const once = <T>({ roleName, roleKey }: ChangesOf<Roles>, write: Promise<T>) =>
  refusing(
    { role_role_key_key: 'roleKeyTaken', role_role_key_admin_check: 'roleKeyReserved' },
    { field: 'roleKey', roleKey },
    refusing({ role_role_name_key: 'roleNameTaken' }, { field: 'roleName', roleName }, write),
  );

const linked = <T>(write: Promise<T>) =>
  refusing({ role_menu_menu_id_fkey: 'referenceNotFound' }, { field: 'menuIds', title: 'system.role.menuIds' }, write);
