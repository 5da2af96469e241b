import type { ChangesOf, Department, DepartmentOrder, departments, FiltersOf, InputOf, ProblemName, TreeNode } from '@suyuan/contract';
import type { z } from 'zod';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './department.queries.ts';

type Departments = typeof departments;

/** All departments in scope. @param without root of a branch to leave out, for the choice of a new parent */
export const list = ({ db, scope }: Context, filters: FiltersOf<Departments> = {}, without?: number): Promise<Department[]> =>
  queries.list(db, scope, filters, without);

/** Matching departments in scope as a tree. A department whose parent is not included becomes a root. */
export async function tree({ db, scope }: Context, filters: FiltersOf<Departments> = {}): Promise<TreeNode[]> {
  const rows = await queries.nodes(db, scope, filters);
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const known = new Set(rows.map(({ deptId }) => deptId));
  const node = ({ deptId, deptName, status }: (typeof rows)[number]): TreeNode => {
    const children = below.get(deptId)?.map(node);
    return { id: deptId, label: deptName, disabled: status === '1', ...(children && { children }) };
  };
  return rows.filter(({ parentId }) => parentId === null || !known.has(parentId)).map(node);
}

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number): Promise<Department> => orNotFound(await queries.find(db, scope, id));

/** Whether all `ids` exist within every one of `scopes`. */
export const allWithin = async ({ db }: Pick<Context, 'db'>, scopes: DataScope[], ids: number[]): Promise<boolean> =>
  ids.length === 0 || (await queries.countVisible(db, scopes, [...new Set(ids)])) === new Set(ids).size;

/** @throws referenceNotFound, departmentParentOff, departmentRootNotYours, departmentNameTaken */
export async function add(ctx: Context, { version: _, parentId = 0, ...input }: InputOf<Departments>): Promise<number> {
  const { db, actor } = ctx;
  await queries.takeTurn(db);
  const { path, above } = await pathBelow(ctx, parentId);
  if (above?.status === '1') throw new Problem('departmentParentOff', { field: 'parentId', deptName: above.deptName });
  const row = { ...input, parentId: parentId || null, ancestors: path, createBy: actor.userId };
  return (await nameOnce(input.deptName, queries.insert(db, row))).deptId;
}

/**
 * Changing `parentId` moves the whole branch. An enabled department has only enabled ancestors: enabling one enables its ancestors, and one
 * with enabled descendants cannot be disabled.
 * @throws notFound, recordStale, referenceNotFound, departmentBelowItself, departmentRootNotYours, departmentHasEnabledChildren,
 * departmentNameTaken
 */
export async function edit(ctx: Context, id: number, { parentId, ...changes }: ChangesOf<Departments>): Promise<void> {
  const { db, scope, actor } = ctx;
  await queries.takeTurn(db);
  const before = orNotFound(await queries.place(db, scope, id));
  const moves = parentId !== undefined && parentId !== (before.parentId ?? 0);
  const { path } = moves ? await pathBelow(ctx, parentId) : { path: before.ancestors };
  if (path.includes(id)) throw new Problem('departmentBelowItself', { field: 'parentId', deptName: before.deptName });
  if (changes.status === '1') await assertNothingOnBelow(ctx, id);

  const fields = { ...changes, ...(moves && { parentId: parentId || null }) };
  const row = await nameOnce(changes.deptName ?? before.deptName, queries.update(db, scope, id, fields, actor.userId));
  await written(row, () => queries.find(db, scope, id));
  if (moves) await queries.rehang(db, id, path);
  if ((changes.status ?? before.status) === '0' && path.length > 0) await queries.enable(db, path, actor.userId);
}

/** Writes all numbers or none. @throws notFound */
export async function updateSort({ db, scope, actor }: Context, { deptIds, orderNums }: z.output<typeof DepartmentOrder>): Promise<void> {
  await queries.takeTurn(db);
  const sorted = await queries.sort(db, scope, deptIds, orderNums, actor.userId);
  if (sorted < deptIds.length) throw new Problem('notFound');
}

/** Foreign keys that prevent removal, with the problem to report. */
const uses: Record<string, ProblemName> = {
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

/** @throws notFound, departmentHasChildren, departmentHasUsers, departmentInUse */
export async function remove({ db, scope }: Context, id: number): Promise<void> {
  await queries.takeTurn(db);
  const { deptName } = orNotFound(await queries.place(db, scope, id));
  await queries.releaseRemoved(db, id);
  orNotFound(await refusing(uses, { deptName }, queries.remove(db, scope, id)));
}

type Place = { deptName: string; status: string };

/** Ancestors of a child of `parentId`, root first. Only administrators may add a root. */
async function pathBelow({ db, scope, actor }: Context, parentId: number): Promise<{ path: number[]; above?: Place }> {
  if (parentId === 0 && !actor.admin) throw new Problem('departmentRootNotYours', { field: 'parentId' });
  if (parentId === 0) return { path: [] };
  const above = await queries.place(db, scope, parentId);
  if (!above) throw new Problem('referenceNotFound', { field: 'parentId', title: 'system.dept.parentId' });
  return { path: [...above.ancestors, parentId], above };
}

async function assertNothingOnBelow({ db }: Context, id: number) {
  const below = await queries.findEnabledBelow(db, id);
  if (below) throw new Problem('departmentHasEnabledChildren', { field: 'status', deptName: below.deptName });
}

const nameOnce = <T>(deptName: string, write: Promise<T>) =>
  refusing({ department_parent_id_dept_name_key: 'departmentNameTaken' }, { field: 'deptName', deptName }, write);
