import { departments, type FiltersOf, type RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { SeedName } from '../../../platform/db/page.ts';
import { type Caller, recordTable } from '../../../platform/db/record-table.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Departments = typeof departments;

/** Maximum rows of the unpaged list. */
const MAX_ROWS = 5000;

const visible = ({ scope }: { scope: DataScope }) => inScope(scope, { dept: 'department.deptId' });

/** Departments in wire format: a root has parent 0, and `ancestors` is text. The parent's name appears even if it is out of scope. */
export const departmentTable = recordTable(departments, 'department', {
  visible,
  parent: 'parentId',
  columns: {
    ancestors: sql`array_to_string(array_prepend(0::bigint, department.ancestors), ',')`,
    delFlag: sql`'0'`,
    userCount: sql`(select count(*) from users where users.dept_id = department.dept_id and users.del_flag = '0')`,
    children: sql`'[]'::jsonb`,
    remark: sql`null`,
    parentName: sql`null`,
  },
  detail: { parentName: sql`(select parent.dept_name from department parent where parent.dept_id = department.parent_id)` },
  conditions: { parentId: (parentId) => sql`coalesce(department.parent_id, 0) = ${parentId}` },
  named: { column: 'deptName', key: sql.ref('deptName') },
});

/**
 * All departments in scope, ordered by parent, then by sibling order.
 * @param seeds names of preinstalled departments
 * @param excludedRootId root of a branch to leave out
 */
export function list(caller: Caller, filters: FiltersOf<Departments>, seeds: readonly SeedName[], excludedRootId?: number) {
  const rows = departmentTable.treeRows(caller, filters, 'orderNum', seeds);
  if (!excludedRootId) return rows.execute();
  const isOutside = sql<boolean>`department.dept_id <> ${excludedRootId} and not ${excludedRootId}::bigint = any(department.ancestors)`;
  return rows.where(isOutside).execute();
}

/** Rows for a department tree, in sibling order. */
export const listNodes = (caller: Caller, filters: FiltersOf<Departments>, seeds: readonly SeedName[]) =>
  departmentTable
    .matching(caller, filters, seeds)
    .clearSelect()
    .select(['deptId', 'parentId', 'deptName', 'status'])
    .orderBy('orderNum')
    .orderBy('deptId')
    .limit(MAX_ROWS)
    .$castTo<Pick<RecordOf<Departments>, 'deptId' | 'deptName' | 'status'> & { parentId: number | null }>()
    .execute();

/** Counts the `ids` that exist and are in every one of `scopes`. */
export async function countVisible(db: Db, scopes: DataScope[], ids: number[]): Promise<number> {
  const rows = db.selectFrom('department').select(sql<number>`count(*)`.as('count')).where('deptId', 'in', ids);
  return (await scopes.reduce((query, scope) => query.where(visible({ scope })), rows).executeTakeFirstOrThrow()).count;
}

/** Serializes tree changes until the transaction ends. Otherwise two concurrent moves could create a cycle. */
export const lockTree = (db: Db) => lockByName(db, 'dept');

export const findNode = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('department')
    .select(['deptId', 'deptName', 'parentId', 'ancestors', 'status'])
    .where('deptId', '=', id)
    .where(visible({ scope }))
    .executeTakeFirst();

export const enable = (db: Db, ids: number[], userId: number) =>
  db
    .updateTable('department')
    .set({ status: '0', ...revisionColumns(userId) })
    .where('deptId', 'in', ids)
    .where('status', '=', '1')
    .execute();

export const findEnabledDescendant = (db: Db, id: number) =>
  db
    .selectFrom('department')
    .select('deptName')
    .where(sql<boolean>`${id}::bigint = any(ancestors)`)
    .where('status', '=', '0')
    .orderBy('deptId')
    .limit(1)
    .executeTakeFirst();

/** Clears the department of deleted users, so that it can be removed. */
export const releaseRemoved = (db: Db, id: number) =>
  db.updateTable('users').set({ deptId: null }).where('deptId', '=', id).where('delFlag', '=', '2').execute();

export const remove = (db: Db, scope: DataScope, id: number) =>
  db.deleteFrom('department').where('deptId', '=', id).where(visible({ scope })).returning('deptName').executeTakeFirst();
