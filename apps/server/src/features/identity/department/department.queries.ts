import { type ChangesOf, type Department, departments, type FiltersOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { matchesDisplayName, type SeedName } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Departments = typeof departments;

/** Maximum rows of the unpaged list. */
const MAX_ROWS = 5000;

const visible = (scope: DataScope) => inScope(scope, { dept: 'department.deptId' });

/** Departments in wire format: a root has parent 0, and `ancestors` is text. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('department')
    .leftJoin('users as maker', 'maker.userId', 'department.createBy')
    .leftJoin('users as editor', 'editor.userId', 'department.updateBy')
    .select(storedFields(departments, 'department', ['parentId']))
    .select([
      sql<number>`coalesce(department.parent_id, 0)`.as('parentId'),
      sql<string>`array_to_string(array_prepend(0::bigint, department.ancestors), ',')`.as('ancestors'),
      sql<'0'>`'0'`.as('delFlag'),
      sql<number>`(select count(*) from users where users.dept_id = department.dept_id and users.del_flag = '0')`.as('userCount'),
      sql<never[]>`'[]'::jsonb`.as('children'),
      sql<null>`null`.as('remark'),
      'maker.userName as createBy',
      'editor.userName as updateBy',
    ])
    .where(visible(scope));

/** A check constraint guarantees the values of the flag. */
type Row = Omit<Department, 'parentName'>;

/** The own conditions of `whereFields`: a root has parent 0. */
const conditionsOf = (seeds: readonly SeedName[]) => ({
  parentId: (parentId: number) => sql<boolean>`coalesce(department.parent_id, 0) = ${parentId}`,
  deptName: (name: string) =>
    matchesDisplayName({ column: 'department.deptName', key: sql.ref<string>('department.deptName'), seeds }, name),
});

/**
 * All departments in scope, ordered by parent, then by sibling order.
 * @param seeds names of preinstalled departments
 * @param excludedRootId root of a branch to leave out
 */
export function list(db: Db, scope: DataScope, filters: FiltersOf<Departments>, seeds: readonly SeedName[], excludedRootId?: number) {
  let rows = whereFields(select(db, scope), departments, 'department', filters, conditionsOf(seeds));
  if (excludedRootId)
    rows = rows.where(sql<boolean>`department.dept_id <> ${excludedRootId} and not ${excludedRootId}::bigint = any(department.ancestors)`);
  return rows
    .select(sql<null>`null`.as('parentName'))
    .orderBy(sql`coalesce(department.parent_id, 0)`)
    .orderBy('department.orderNum')
    .orderBy('department.deptId')
    .limit(MAX_ROWS)
    .$castTo<Row & { parentName: null }>()
    .execute();
}

/** Rows for a department tree, in sibling order. */
export const listNodes = (db: Db, scope: DataScope, filters: FiltersOf<Departments>, seeds: readonly SeedName[]) =>
  whereFields(db.selectFrom('department'), departments, 'department', filters, conditionsOf(seeds))
    .select(['deptId', 'parentId', 'deptName', 'status'])
    .where(visible(scope))
    .orderBy('orderNum')
    .orderBy('deptId')
    .limit(MAX_ROWS)
    .execute();

/** One department, with its parent's name even if the parent is out of scope. */
export const find = (db: Db, scope: DataScope, id: number) =>
  select(db, scope)
    .leftJoin('department as parent', 'parent.deptId', 'department.parentId')
    .select('parent.deptName as parentName')
    .where('department.deptId', '=', id)
    .$castTo<Row & { parentName: string | null }>()
    .executeTakeFirst();

/** Counts the `ids` that exist and are in every one of `scopes`. */
export async function countVisible(db: Db, scopes: DataScope[], ids: number[]): Promise<number> {
  const rows = db.selectFrom('department').select(sql<number>`count(*)`.as('count')).where('deptId', 'in', ids);
  return (await scopes.reduce((query, scope) => query.where(visible(scope)), rows).executeTakeFirstOrThrow()).count;
}

/** Serializes tree changes until the transaction ends. Otherwise two concurrent moves could create a cycle. */
export const lockTree = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('suyuan/dept'))`.execute(db);

export const findNode = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('department')
    .select(['deptId', 'deptName', 'parentId', 'ancestors', 'status'])
    .where('deptId', '=', id)
    .where(visible(scope))
    .executeTakeFirst();

export const insert = (
  db: Db,
  row: Omit<ChangesOf<Departments>, 'parentId' | 'version'> & TreePosition & { deptName: string; createBy: number },
) => db.insertInto('department').values(row).returning('deptId').executeTakeFirstOrThrow();

interface TreePosition {
  parentId: number | null;
  ancestors: number[];
}

/** Undefined if no such department is in scope at that revision. */
export const update = (
  db: Db,
  scope: DataScope,
  id: number,
  { version, ...changes }: Omit<ChangesOf<Departments>, 'parentId'> & { parentId?: number | null },
  userId: number,
) =>
  db
    .updateTable('department')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('deptId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('deptId')
    .executeTakeFirst();

/** Moves the branch of `id` below `path`: replaces the ancestors of `id` in every path of the branch. */
export const moveBranch = (db: Db, id: number, path: number[]) =>
  sql`update department set ancestors = ${path}::bigint[] || ancestors[coalesce(array_position(ancestors, ${id}), cardinality(ancestors) + 1):]
      where dept_id = ${id} or ${id} = any(ancestors)`.execute(db);

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

/** Sets the order numbers by position. Returns how many `ids` are in scope. */
export async function sort(db: Db, scope: DataScope, ids: number[], orderNums: number[], userId: number): Promise<number> {
  const { rows } =
    await sql`update department set order_num = sorted.order_num, update_by = ${userId}, update_time = now(), version = version + 1
    from unnest(${ids}::bigint[], ${orderNums}::int[]) as sorted (dept_id, order_num)
    where department.dept_id = sorted.dept_id and ${visible(scope)} returning department.dept_id`.execute(db);
  return rows.length;
}

/** Clears the department of deleted users, so that it can be removed. */
export const releaseRemoved = (db: Db, id: number) =>
  db.updateTable('users').set({ deptId: null }).where('deptId', '=', id).where('delFlag', '=', '2').execute();

export const remove = (db: Db, scope: DataScope, id: number) =>
  db.deleteFrom('department').where('deptId', '=', id).where(visible(scope)).returning('deptName').executeTakeFirst();
