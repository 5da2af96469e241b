import type { CategoryKind } from '@suyuan/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/database.types.ts';

export async function insertNode(db: Db, row: Insertable<Database['catalogue']>): Promise<number> {
  const made = await db
    .insertInto('catalogue')
    .values({ ...row, sample: true })
    .returning('catalogueId')
    .executeTakeFirstOrThrow();
  return made.catalogueId;
}

/** Reuses a category of an earlier sample, identified by code and name. */
export const takeUpNode = (db: Db, kind: CategoryKind, code: string, name: string) =>
  db
    .updateTable('catalogue')
    .set({ sample: true })
    .where('kind', '=', kind)
    .where('catalogueCode', '=', code)
    .where('catalogueName', '=', name)
    .returning(['catalogueId', 'ancestors'])
    .executeTakeFirst();

/** Assigns sample records to a category: products and suppliers by code, dealers by level, steps by business step. */
export async function fileUnder(db: Db, kind: CategoryKind, catalogueId: number, holds: string[]) {
  const of = {
    category: sql`category set catalogue_id = ${catalogueId} where sample and category_code = any(${holds})`,
    supplier: sql`supplier set catalogue_id = ${catalogueId} where sample and supplier_code = any(${holds})`,
    channelBusiness: sql`channel_business set catalogue_id = ${catalogueId} where sample and cardinality(ancestors)::text = any(${holds})`,
    traceability: sql`trace_step t set catalogue_id = ${catalogueId} from trace_template m
      where m.template_id = t.template_id and m.sample and t.biz_step = any(${holds})`,
  }[kind];
  await sql`update ${of}`.execute(db);
}

export const listGoods = (db: Db) =>
  db
    .selectFrom('category')
    .select(['categoryId', 'categoryCode', 'categoryName', 'brand'])
    .where('sample', '=', true)
    .orderBy('categoryId')
    .execute();

export const completeGoods = (db: Db, categoryId: number, facts: Updateable<Database['category']>) =>
  db.updateTable('category').set(facts).where('categoryId', '=', categoryId).execute();

/** Removes sample categories, leaves first. Those in use stay as regular records. */
export async function removeNodes(db: Db) {
  for (let level = 4; level >= 0; level--) {
    await sql`delete from catalogue c where sample and cardinality(ancestors) = ${level}
      and not exists (select from catalogue below where below.parent_id = c.catalogue_id)
      and not exists (select from category r where r.catalogue_id = c.catalogue_id)
      and not exists (select from supplier r where r.catalogue_id = c.catalogue_id)
      and not exists (select from channel_business r where r.catalogue_id = c.catalogue_id)
      and not exists (select from trace_step r where r.catalogue_id = c.catalogue_id)`.execute(db);
  }
  await sql`update catalogue set sample = false where sample`.execute(db);
}

/** Removes images of sample products that no batch or dealer references. */
export const removePictures = (db: Db) =>
  sql`delete from file f using category c where c.sample and '/profile/' || f.path = any(c.pictures)
    and not exists (select from batch b where b.category_id = c.category_id)
    and not exists (select from channel_category a where a.category_id = c.category_id)`.execute(db);
