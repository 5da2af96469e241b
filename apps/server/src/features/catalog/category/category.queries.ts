import type { Categories, Category, CategoryKind, FiltersOf, InputOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { contains } from '../../../platform/db/page.ts';
import { revised, unchangedSince } from '../../../platform/db/revision.ts';

type Trees = Categories;

/** A tree is listed whole, up to this many classes. */
const MOST = 5000;

/** Classes as the wire shows them: one at the top hangs below 0. Nobody's own: a class is a word that all departments share. */
const select = (db: Db, kind: CategoryKind) =>
  db
    .selectFrom('catalogue')
    .innerJoin('users as maker', 'maker.userId', 'catalogue.createBy')
    .leftJoin('users as editor', 'editor.userId', 'catalogue.updateBy')
    .select(['catalogue.catalogueId', 'ancestors', 'catalogueName', 'catalogueCode', 'orderNum', 'catalogue.status', 'catalogue.remark'])
    .select(['bizStep', 'disposition', 'publicFlag', 'catalogue.version', 'maker.userName as createBy', 'catalogue.createTime'])
    .select(['editor.userName as updateBy', 'catalogue.updateTime'])
    .select(sql<number>`coalesce(catalogue.parent_id, 0)`.as('parentId'))
    // the table checks the flags
    .$castTo<Category>()
    .where('kind', '=', kind);

/** All classes of a tree that fit, by their parents and their place below them. */
export function list(db: Db, kind: CategoryKind, { catalogueName, status }: FiltersOf<Trees> = {}): Promise<Category[]> {
  let rows = select(db, kind);
  if (catalogueName) rows = rows.where(contains('catalogueName', catalogueName));
  if (status) rows = rows.where('catalogue.status', '=', status);
  return rows.orderBy(sql`coalesce(catalogue.parent_id, 0)`).orderBy('orderNum').orderBy('catalogue.catalogueId').limit(MOST).execute();
}

export const find = (db: Db, kind: CategoryKind, id: number) => select(db, kind).where('catalogue.catalogueId', '=', id).executeTakeFirst();

export const findByCode = (db: Db, kind: CategoryKind, catalogueCode: string) =>
  db.selectFrom('catalogue').select('catalogueId').where('kind', '=', kind).where('catalogueCode', '=', catalogueCode).executeTakeFirst();

/**
 * Changes of what is in a tree take turns until their transaction ends: two moves at once could hang each below the other. One that waits for a
 * long import holds up who adds after it too, until the session's lock timeout refuses it: seconds, where trying once would refuse every
 * change beside any addition.
 */
export const takeTurn = (db: Db, kind: CategoryKind) => sql`select pg_advisory_xact_lock(hashtext(${`catalogue/${kind}`}))`.execute(db);

/**
 * New classes come beside each other, however long one of those who add takes: they wait for changes of what is there alone, and those for
 * them.
 */
export const takePart = (db: Db, kind: CategoryKind) =>
  sql`select pg_advisory_xact_lock_shared(hashtext(${`catalogue/${kind}`}))`.execute(db);

/** Where a class stands and whether it is on. */
export const place = (db: Db, kind: CategoryKind, id: number) =>
  db
    .selectFrom('catalogue')
    .select(['catalogueId', 'catalogueName', 'parentId', 'ancestors', 'status'])
    .where('kind', '=', kind)
    .where('catalogueId', '=', id)
    .executeTakeFirst();

/** The number after the last of the classes below `parentId`. */
export async function nextOrder(db: Db, kind: CategoryKind, parentId: number | null): Promise<number> {
  const { last } = await db
    .selectFrom('catalogue')
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
) => db.insertInto('catalogue').values(row).returning('catalogueId').executeTakeFirstOrThrow();

/** Resolves to undefined where the tree has no such class at that revision. */
export const update = (db: Db, kind: CategoryKind, id: number, changes: Fields, version: number | undefined, userId: number) =>
  db
    .updateTable('catalogue')
    .set({ ...changes, ...revised(userId) })
    .where('kind', '=', kind)
    .where('catalogueId', '=', id)
    .where(unchangedSince(version))
    .returning('catalogueId')
    .executeTakeFirst();

/** Hangs the branch of `id` below `path`: what stood above `id` is replaced in every path of the branch. */
export const rehang = (db: Db, id: number, path: number[]) =>
  sql`update catalogue set ancestors = ${path}::bigint[] || ancestors[coalesce(array_position(ancestors, ${id}), cardinality(ancestors) + 1):]
      where catalogue_id = ${id} or ancestors @> array[${id}::bigint]`.execute(db);

/** Classes of `ids`, and with `below` of their branches, that are not at `status` yet get it. */
export const switchTo = (db: Db, ids: number[], status: '0' | '1', below: boolean, userId: number) =>
  db
    .updateTable('catalogue')
    .set({ status, ...revised(userId) })
    .where(sql<boolean>`(catalogue_id = any(${ids}::bigint[]) or (${below} and ancestors && ${ids}::bigint[]))`)
    .where('status', '<>', status)
    .execute();

/** How many classes below `id` are on. */
export async function countEnabledBelow(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('catalogue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`ancestors @> array[${id}::bigint]`)
    .where('status', '=', '0')
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives each of `ids` the number at its place in `orderNums`; answers how many the tree has. */
export async function sort(db: Db, kind: CategoryKind, ids: number[], orderNums: number[], userId: number): Promise<number> {
  const { rows } = await sql`update catalogue set order_num = sorted.order_num, update_by = ${userId}, update_time = now(),
      version = version + 1
    from unnest(${ids}::bigint[], ${orderNums}::int[]) as sorted (catalogue_id, order_num)
    where catalogue.catalogue_id = sorted.catalogue_id and kind = ${kind} returning catalogue.catalogue_id`.execute(db);
  return rows.length;
}

export const remove = (db: Db, kind: CategoryKind, ids: number[]) =>
  db.deleteFrom('catalogue').where('kind', '=', kind).where('catalogueId', 'in', ids).returning('catalogueId').execute();
