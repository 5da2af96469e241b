import {
  type ChangesOf,
  type FiltersOf,
  type InputOf,
  type MenuOrder,
  type menus,
  pathProblem,
  type RecordOf,
  type TreeNode,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Actor, type Context, hasPermission } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { allFound, Problem } from '../../../platform/problem.ts';
import * as roleService from '../role/role.service.ts';
import * as queries from './menu.queries.ts';

interface Row {
  menuId: number;
  parentId: number;
  menuName: string;
  menuType: string;
  isFrame: string;
  path: string;
  perms: string;
}

/**
 * Menus as a tree, in order. A menu whose parent is not included becomes a root. Stored names are Chinese; paths and permissions are
 * included so that the console can translate them.
 */
function treeOf(rows: readonly Row[]): TreeNode[] {
  const menuIds = new Set(rows.map(({ menuId }) => menuId));
  const childrenByParent = Map.groupBy(rows, ({ parentId }) => (menuIds.has(parentId) ? parentId : 0));
  const buildBranch = (parentId: number, parentPath: string): TreeNode[] =>
    (childrenByParent.get(parentId) ?? []).map((row) => {
      const { menuId, menuName, menuType, isFrame, perms } = row;
      const path = row.path.startsWith('/') ? row.path : `${parentPath}/${row.path}`;
      const children = buildBranch(menuId, path);
      return {
        ...{ id: menuId, label: menuName, disabled: false },
        ...(menuType !== 'F' && isFrame === '1' && { path }),
        ...(menuType === 'F' && perms && { perms }),
        ...(children.length > 0 && { children }),
      };
    });
  return buildBranch(0, '');
}

type Menus = typeof menus;

const service = recordService(queries.menuTable);

export const { table, read } = service;
export const { lockTree } = queries.menuTable;

export const list = (ctx: Context, filters: FiltersOf<Menus>) => queries.list(ctx, filters);

/** Matching menus as a tree. A menu whose parent is filtered out becomes a root. */
export const tree = async (ctx: Context, filters: FiltersOf<Menus>) => treeOf(await list(ctx, filters));

/** The tree that the actor sees, and the menus of a role in it. @throws notFound */
export async function treeOfRole(ctx: Context, roleId: number) {
  await roleService.read(ctx, roleId);
  const menus = await tree(ctx, {});
  const checked = await queries.listOfRole(ctx, roleId);
  return { menus, checkedKeys: checked.map(({ menuId }) => menuId) };
}

/** @throws menuPathMissing, menuPathWrong, menuLinkWrong, menuParentWrong, menuNameTaken, menuRouteTaken, menuPermissionNotHeld */
export async function add(ctx: Context, input: InputOf<Menus>) {
  const { menuName, menuType } = input;
  await lockTree(ctx);
  await ensureValid(ctx, undefined, { ...emptyMenu, ...withClearedAsEmpty(input), menuName, menuType });
  return service.add(ctx, columnsOf(input, menuType));
}

/** @throws notFound, recordStale, menuBelowItself, menuButtonWithChildren and the errors of `add` */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Menus>) {
  await lockTree(ctx);
  const before = await read(ctx, id);
  await ensureValid(ctx, before, { ...before, ...withClearedAsEmpty(changes) });
  await service.edit(ctx, id, columnsOf(changes, changes.menuType ?? before.menuType));
}

/** Sets all order numbers or none. @throws menuOrderUneven, notFound */
export async function sort(ctx: Context, { menuIds, orderNums }: z.output<typeof MenuOrder>) {
  if (menuIds.length !== orderNums.length || new Set(menuIds).size < menuIds.length)
    throw new Problem('menuOrderUneven', { menus: menuIds.length, numbers: orderNums.length });
  await lockTree(ctx);
  allFound(await queries.menuTable.updateOrder(ctx, menuIds, orderNums), menuIds);
}

/** All or none. @throws notFound, menuHasChildren, menuInUse */
export async function remove(ctx: Context, ids: number[]) {
  await lockTree(ctx);
  for (const id of ids) {
    const menu = await read(ctx, id);
    const { menuName, menuType, perms } = menu;
    const params = { menuName, ...(menuType === 'F' && { perms }) };
    const { hasChildren } = await queries.readContext(ctx, menu);
    if (hasChildren) throw new Problem('menuHasChildren', params);
    await mapConstraintErrors({ role_menu_menu_id_fkey: 'menuInUse' }, params, queries.remove(ctx.db, id));
  }
}

type ValidatedFields = Pick<RecordOf<Menus>, 'menuName' | 'parentId' | 'menuType' | 'path' | 'routeName' | 'isFrame' | 'perms' | 'status'>;

const emptyMenu = { parentId: 0, path: '', routeName: '', isFrame: '1', perms: '', status: '0' } as const;

/** Validates the new state of a menu. Existing values that do not change are not checked. */
async function ensureValid(ctx: Context, before: RecordOf<Menus> | undefined, after: ValidatedFields) {
  const { menuName, path, parentId, menuType } = after;
  const problem = pathProblem(after);
  if (problem) throw new Problem(problem, { field: 'path', path, placeholder: '{host}' });
  ensurePermissionsGrantable(ctx.actor, before, after);

  const isChanged = (...fields: (keyof ValidatedFields)[]) => !before || fields.some((field) => before[field] !== after[field]);
  const context = await queries.readContext(ctx, { ...after, menuId: before?.menuId });
  if (context.parentBelow) throw new Problem('menuBelowItself', { field: 'parentId', menuName });
  if (parentId !== 0 && isChanged('parentId') && (context.parentType ?? 'F') === 'F')
    throw new Problem('menuParentWrong', { field: 'parentId' });
  if (menuType === 'F' && context.hasChildren) throw new Problem('menuButtonWithChildren', { field: 'menuType', menuName });
  if (context.nameTwin !== null && isChanged('menuName', 'parentId')) throw new Problem('menuNameTaken', { field: 'menuName', menuName });
  if (context.routeTwin !== null && isChanged('path', 'routeName', 'parentId', 'menuType'))
    throw new Problem('menuRouteTaken', { field: 'path', path: after.routeName || path, menuName: context.routeTwin });
}

/**
 * Users cannot add permissions that they do not hold, since the menu may belong to their own role. Roles with a wider data scope may have
 * an existing menu, so added or re-enabled permissions must be held over all data.
 */
function ensurePermissionsGrantable(actor: Actor, before: RecordOf<Menus> | undefined, after: ValidatedFields) {
  const splitPermissions = (perms: string) => perms.split(',').map((permission) => permission.trim());
  const isReenabled = before?.status === '1' && after.status === '0';
  const existingPermissions = new Set(['', ...(isReenabled || !before ? [] : splitPermissions(before.perms))]);
  const canGrant = (permission: string) => hasPermission(actor, permission) && (!before || scopeOf(actor, permission) === 'all');
  const permission = actor.admin ? undefined : splitPermissions(after.perms).find((one) => !existingPermissions.has(one) && !canGrant(one));
  if (permission) throw new Problem('menuPermissionNotHeld', { field: 'perms', permission });
}

/** The given fields, with cleared fields as empty strings. */
const withClearedAsEmpty = ({
  path,
  routeName,
  perms,
  menuName,
  parentId,
  menuType,
  isFrame,
  status,
}: ChangesOf<Menus>): Partial<ValidatedFields> =>
  Object.fromEntries(
    Object.entries({
      ...{ path: path === null ? '' : path, routeName: routeName === null ? '' : routeName, perms: perms === null ? '' : perms },
      ...{ menuName, parentId, menuType, isFrame, status },
    }).filter(([, value]) => value !== undefined),
  );

/** A cleared text becomes an empty string in columns without null, and a button has no path. */
const columnsOf = <T extends ChangesOf<Menus>>({ path, routeName, icon, ...columns }: T, menuType: string) => ({
  ...columns,
  path: path === null || menuType === 'F' ? '' : path,
  routeName: routeName === null ? '' : routeName,
  icon: icon === null ? '#' : icon,
});
