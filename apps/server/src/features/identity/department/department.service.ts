import type { ChangesOf, Department, DepartmentOrder, departments, FiltersOf, InputOf, ProblemName, TreeNode } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { moveBranch } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { seedNamesOf } from '../../../platform/http/seed-names.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './department.queries.ts';

type Departments = typeof departments;

export const table = 'department';
export const lockTree = ({ db }: Context) => queries.lockTree(db);

/** All departments in scope. @param excludedRootId root of a branch to leave out, for the choice of a new parent */
export const list = (ctx: Context, filters: FiltersOf<Departments> = {}, excludedRootId?: number): Promise<Department[]> =>
  queries.list(ctx, filters, seedNamesOf(ctx, 'deptName'), excludedRootId);

/** Matching departments in scope as a tree. A department whose parent is not included becomes a root. */
export async function tree(ctx: Context, filters: FiltersOf<Departments> = {}): Promise<TreeNode[]> {
  const rows = await queries.listNodes(ctx, filters, seedNamesOf(ctx, 'deptName'));
  const childrenByParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const departmentIds = new Set(rows.map(({ deptId }) => deptId));
  const node = ({ deptId, deptName, status }: (typeof rows)[number]): TreeNode => {
    const children = childrenByParent.get(deptId)?.map(node);
    return { id: deptId, label: deptName, disabled: status === '1', ...(children && { children }) };
  };
  return rows.filter(({ parentId }) => parentId === null || !departmentIds.has(parentId)).map(node);
}

/** @throws notFound */
export const read = async (ctx: Context, id: number): Promise<Department> => orNotFound(await queries.departmentTable.find(ctx, id));

/** Whether all `ids` exist within every one of `scopes`. */
export const areAllWithin = async ({ db }: Pick<Context, 'db'>, scopes: DataScope[], ids: number[]): Promise<boolean> =>
  ids.length === 0 || (await queries.countVisible(db, scopes, [...new Set(ids)])) === new Set(ids).size;

/** @throws referenceNotFound, departmentParentOff, departmentRootNotYours, departmentNameTaken */
export async function add(ctx: Context, { version: _, parentId = 0, ...input }: InputOf<Departments>): Promise<number> {
  await queries.lockTree(ctx.db);
  const { path, parent } = await pathBelow(ctx, parentId);
  if (parent?.status === '1') throw new Problem('departmentParentOff', { field: 'parentId', deptName: parent.deptName });
  return mapWriteErrors(input.deptName, queries.departmentTable.insert(ctx, { ...input, parentId, ancestors: path }));
}

/**
 * Changing `parentId` moves the whole branch. An enabled department has only enabled ancestors: enabling one enables its ancestors, and one
 * with enabled descendants cannot be disabled.
 * @throws notFound, recordStale, referenceNotFound, departmentBelowItself, departmentRootNotYours, departmentHasEnabledChildren,
 * departmentNameTaken
 */
export async function edit(ctx: Context, id: number, { parentId, ...changes }: ChangesOf<Departments>): Promise<void> {
  const { db, scope, actor } = ctx;
  await queries.lockTree(db);
  const before = orNotFound(await queries.findNode(db, scope, id));
  const isMoved = parentId !== undefined && parentId !== (before.parentId ?? 0);
  const { path } = isMoved ? await pathBelow(ctx, parentId) : { path: before.ancestors };
  if (path.includes(id)) throw new Problem('departmentBelowItself', { field: 'parentId', deptName: before.deptName });
  if (changes.status === '1') await assertNoEnabledDescendants(ctx, id);

  const row = queries.departmentTable.update(ctx, id, { ...changes, ...(isMoved && { parentId }) });
  await orStale(await mapWriteErrors(changes.deptName ?? before.deptName, row), () => queries.departmentTable.find(ctx, id));
  if (isMoved) await moveBranch(db, { table, key: 'deptId' }, id, path);
  if ((changes.status ?? before.status) === '0' && path.length > 0) await queries.enable(db, path, actor.userId);
}

/** Writes all numbers or none. @throws notFound */
export async function updateSort(ctx: Context, { deptIds, orderNums }: z.output<typeof DepartmentOrder>): Promise<void> {
  await queries.lockTree(ctx.db);
  allFound(await queries.departmentTable.updateOrder(ctx, deptIds, orderNums), deptIds);
}

/** Foreign keys that prevent removal, with the problem to report. */
const referenceConstraints: Record<string, ProblemName> = {
  department_parent_id_fkey: 'departmentHasChildren',
  users_dept_id_fkey: 'departmentHasUsers',
  supplier_dept_id_fkey: 'departmentInUse',
  dealer_dept_id_fkey: 'departmentInUse',
  product_dept_id_fkey: 'departmentInUse',
  code_rule_dept_id_fkey: 'departmentInUse',
  batch_dept_id_fkey: 'departmentInUse',
  trace_template_dept_id_fkey: 'departmentInUse',
  trace_record_dept_id_fkey: 'departmentInUse',
  shipment_dept_id_fkey: 'departmentInUse',
  bulk_action_dept_id_fkey: 'departmentInUse',
  scan_case_dept_id_fkey: 'departmentInUse',
  blacklist_dept_id_fkey: 'departmentInUse',
  form_dept_id_fkey: 'departmentInUse',
  form_answer_dept_id_fkey: 'departmentInUse',
};

/** All or none. @throws notFound, departmentHasChildren, departmentHasUsers, departmentInUse */
export async function remove({ db, scope }: Context, ids: number[]): Promise<void> {
  await queries.lockTree(db);
  for (const id of ids) {
    const { deptName } = orNotFound(await queries.findNode(db, scope, id));
    await queries.releaseRemoved(db, id);
    orNotFound(await mapConstraintErrors(referenceConstraints, { deptName }, queries.remove(db, scope, id)));
  }
}

type ParentDepartment = { deptName: string; status: string };

/** Ancestors of a child of `parentId`, root first. Only administrators may add a root. */
async function pathBelow({ db, scope, actor }: Context, parentId: number): Promise<{ path: number[]; parent?: ParentDepartment }> {
  if (parentId === 0 && !actor.admin) throw new Problem('departmentRootNotYours', { field: 'parentId' });
  if (parentId === 0) return { path: [] };
  const parent = await queries.findNode(db, scope, parentId);
  if (!parent) throw new Problem('referenceNotFound', { field: 'parentId', title: 'system.dept.parentId' });
  return { path: [...parent.ancestors, parentId], parent };
}

async function assertNoEnabledDescendants({ db }: Context, id: number) {
  const descendant = await queries.findEnabledDescendant(db, id);
  if (descendant) throw new Problem('departmentHasEnabledChildren', { field: 'status', deptName: descendant.deptName });
}

const mapWriteErrors = <T>(deptName: string, write: Promise<T>) =>
  mapConstraintErrors({ department_parent_id_dept_name_key: 'departmentNameTaken' }, { field: 'deptName', deptName }, write);
