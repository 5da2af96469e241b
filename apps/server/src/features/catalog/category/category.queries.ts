import type { Categories, Category, CategoryKind, FiltersOf, InputOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { contains } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Trees = Categories;

/** Maximum categories per response. */
const MAX_ROWS = 5000;

/** The root has parent 0. Categories have no data scope, because all departments share them. */
const select = (db: Db, kind: CategoryKind) =>
  db
    .selectFrom('category')
    .innerJoin('users as maker', 'maker.userId', 'category.createBy')
    .leftJoin('users as editor', 'editor.userId', 'category.updateBy')
    .select(['category.catalogueId', 'ancestors', 'catalogueName', 'catalogueCode', 'orderNum', 'category.status', 'category.remark'])
    .select(['bizStep', 'disposition', 'publicFlag', 'category.version', 'maker.userName as createBy', 'category.createTime'])
    .select(['editor.userName as updateBy', 'category.updateTime'])
    .select(sql<number>`coalesce(category.parent_id, 0)`.as('parentId'))
    // check constraints cover the flags
    .$castTo<Category>()
    .where('kind', '=', kind);

/** By parent and position. */
export function list(db: Db, kind: CategoryKind, { catalogueName, status }: FiltersOf<Trees> = {}): Promise<Category[]> {
  let rows = select(db, kind);
  if (catalogueName) rows = rows.where(contains('catalogueName', catalogueName));
  if (status) rows = rows.where('category.status', '=', status);
  return rows.orderBy(sql`coalesce(category.parent_id, 0)`).orderBy('orderNum').orderBy('category.catalogueId').limit(MAX_ROWS).execute();
}

export const find = (db: Db, kind: CategoryKind, id: number) => select(db, kind).where('category.catalogueId', '=', id).executeTakeFirst();

export const findByCode = (db: Db, kind: CategoryKind, catalogueCode: string) =>
  db.selectFrom('category').select('catalogueId').where('kind', '=', kind).where('catalogueCode', '=', catalogueCode).executeTakeFirst();

/**
 * Exclusive lock of a tree until the transaction ends: two concurrent moves could make each category the other's descendant. Behind a long
 * import it also blocks later additions until the lock timeout. A try-lock would instead reject every change during any addition.
 */
export const lockTree = (db: Db, kind: CategoryKind) => sql`select pg_advisory_xact_lock(hashtext(${`catalogue/${kind}`}))`.execute(db);

/** Shared lock: additions run concurrently, but not with other changes of the tree. */
export const lockTreeShared = (db: Db, kind: CategoryKind) =>
  sql`select pg_advisory_xact_lock_shared(hashtext(${`catalogue/${kind}`}))`.execute(db);

export const findNode = (db: Db, kind: CategoryKind, id: number) =>
  db
    .selectFrom('category')
    .select(['catalogueId', 'catalogueName', 'parentId', 'ancestors', 'status'])
    .where('kind', '=', kind)
    .where('catalogueId', '=', id)
    .executeTakeFirst();

export async function nextOrder(db: Db, kind: CategoryKind, parentId: number | null): Promise<number> {
  const { last } = await db
    .selectFrom('category')
    .select(sql<number>`coalesce(max(order_num), -1)`.as('last'))
    .where('kind', '=', kind)
    .where(sql<boolean>`coalesce(parent_id, 0) = coalesce(${parentId}::bigint, 0)`)
    .executeTakeFirstOrThrow();
  return Math.min(last + 1, 9999);
}

type Fields = Partial<Omit<InputOf<Trees>, 'parentId' | 'version'>> & { parentId?: number | null; status?: string | undefined };

export const insert = (
  db: Db,
  row: Fields & { kind: CategoryKind; catalogueName: string; catalogueCode: string; ancestors: number[]; createBy: number },
) => db.insertInto('category').values(row).returning('catalogueId').executeTakeFirstOrThrow();

/** Resolves to undefined if the category is not in the tree at that version. */
export const update = (db: Db, kind: CategoryKind, id: number, changes: Fields, version: number | undefined, userId: number) =>
  db
    .updateTable('category')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('kind', '=', kind)
    .where('catalogueId', '=', id)
    .where(unchangedSince(version))
    .returning('catalogueId')
    .executeTakeFirst();

/** Replaces the ancestors above `id` in each path of its branch by `path`. */
export const moveBranch = (db: Db, id: number, path: number[]) =>
  sql`update category set ancestors = ${path}::bigint[] || ancestors[coalesce(array_position(ancestors, ${id}), cardinality(ancestors) + 1):]
      where catalogue_id = ${id} or ancestors @> array[${id}::bigint]`.execute(db);

/** With `below` also sets the status of descendants. */
export const setStatus = (db: Db, ids: number[], status: '0' | '1', includeDescendants: boolean, userId: number) =>
  db
    .updateTable('category')
    .set({ status, ...revisionColumns(userId) })
    .where(sql<boolean>`(catalogue_id = any(${ids}::bigint[]) or (${includeDescendants} and ancestors && ${ids}::bigint[]))`)
    .where('status', '<>', status)
    .execute();

export async function countEnabledBelow(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('category')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`ancestors @> array[${id}::bigint]`)
    .where('status', '=', '0')
    .executeTakeFirstOrThrow();
  return count;
}

/** Assigns `orderNums` to `ids` in order. Returns the number of categories found. */
export async function sort(db: Db, kind: CategoryKind, ids: number[], orderNums: number[], userId: number): Promise<number> {
  const { rows } = await sql`update category set order_num = sorted.order_num, update_by = ${userId}, update_time = now(),
      version = version + 1
    from unnest(${ids}::bigint[], ${orderNums}::int[]) as sorted (catalogue_id, order_num)
    where category.catalogue_id = sorted.catalogue_id and kind = ${kind} returning category.catalogue_id`.execute(db);
  return rows.length;
}

export const remove = (db: Db, kind: CategoryKind, ids: number[]) =>
  db.deleteFrom('category').where('kind', '=', kind).where('catalogueId', 'in', ids).returning('catalogueId').execute();
