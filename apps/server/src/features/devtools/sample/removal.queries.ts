import type { SampleStatus } from '@suyuan/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../../platform/db/db.ts';
import { sampleBatch } from './scans.queries.ts';
import { SAMPLE_DEVICE } from './scans.ts';

/** Condition on scans `r`: sample scans without a code. */
export const sampleUnknown = sql<boolean>`r.verdict = 'unknown' and substring(r.device from 13) = decode(${SAMPLE_DEVICE}, 'hex')`;

/** @param kind of the removal task */
export async function readStatus(db: Db, kind: string): Promise<SampleStatus> {
  const { rows } = await sql<SampleStatus>`select exists (select from supplier where sample) or exists (${sampleBatch}) as there,
    (select count(*) from batch where sample)::int as batches,
    exists (select from task where kind = ${kind} and state in ('queued', 'running')) as removing`.execute(db);
  return rows[0] ?? { there: false, batches: 0, removing: false };
}

/** Locks sample records, so that no new references appear until the transaction ends. */
export async function lock(db: Db) {
  await sql`select from supplier where sample order by supplier_id for update`.execute(db);
  await sql`select from code_rule where sample order by code_rule_id for update`.execute(db);
  await sql`select from product where sample order by category_id for update`.execute(db);
  await sql`select from batch where sample order by batch_id for update`.execute(db);
}

const ofSample = sql<boolean>`batches ?| array(select batch_id::text from batch where sample)`;

/** Months of which only a file has the scans of the sample. */
export const listArchivedMonths = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('scanArchive').select('month').where('state', '<>', 'restored').where(ofSample).orderBy('month').execute()).map(
    ({ month }) => month,
  );

/** So that the job archives these months again, without the sample. */
export const forgetFiles = (db: Db) => db.deleteFrom('scanArchive').where('state', '=', 'restored').where(ofSample).execute();

/** Removes the bulk actions of sample users whose lists have these names. Their files expire. */
export const removeBulkActions = (db: Db, fileNames: readonly string[]) =>
  sql`delete from bulk_action where file_name = any(${[...fileNames]}) and create_by in (select user_id from users where sample)`.execute(
    db,
  );

/** Removes sample batches with all dependent records, including those of other users. */
export async function removeBatches(db: Db) {
  await sql`delete from scan_case_inbox where scan_id in (select scan_id from scan where batch_id in (${sampleBatch}))`.execute(db);
  await sql`delete from scan_case where sample or batch_id in (${sampleBatch})`.execute(db);
  await sql`delete from scan where batch_id in (${sampleBatch})`.execute(db);
  await sql`delete from scan r where ${sampleUnknown}`.execute(db);
  await sql`delete from shipment where sample`.execute(db);
  await sql`delete from shipment_line where batch_id in (${sampleBatch})`.execute(db);
  await sql`delete from code_pack where batch_id in (${sampleBatch}) or parent_batch_id in (${sampleBatch})`.execute(db);
  for (const table of [
    'batch_supplement',
    'scan_state',
    'pin_try',
    'pin_reveal',
    'code_segment',
    'code_block',
    'code_export',
    'print_order',
    'code_import',
    'sscc_range',
    'batch_event',
    'batch_range',
  ]) {
    await sql`delete from ${sql.table(table)} where batch_id in (${sampleBatch})`.execute(db);
  }
  await sql`delete from batch where sample`.execute(db);
}

/**
 * Removes unreferenced sample products, rules and suppliers. Returns the code spaces of the rules. A remaining dealer keeps its products,
 * because a dealer without products could sell all.
 */
export async function removeRecords(db: Db): Promise<number[]> {
  await sql`delete from product c where sample and not exists (select from batch b where b.category_id = c.category_id)
    and not exists (select from dealer_product a where a.category_id = c.category_id)`.execute(db);
  await sql`delete from supplier s where sample and not exists (select from batch b where b.supplier_id = s.supplier_id)
    and not exists (select from trace_ingredient i where i.supplier_id = s.supplier_id)`.execute(db);
  const rules = await sql<{ spaceId: number }>`delete from code_rule r where sample
    and not exists (select from batch b where b.code_rule_id = r.code_rule_id)
    and not exists (select from product c where c.code_rule_id = r.code_rule_id) returning space_id`.execute(db);
  return rules.rows.map(({ spaceId }) => spaceId);
}

/** Remaining products, used by a batch or assigned to these dealers. */
export interface KeptProduct {
  name: string;
  ofBatch: boolean;
  dealers: string[];
}

/** Turns referenced sample records into regular ones. Returns their names. */
export async function adoptRest(db: Db) {
  const { rows: suppliers } = await sql<{ name: string }>`update supplier set sample = false where sample
    returning supplier_name as name`.execute(db);
  const { rows: rules } = await sql<{ name: string }>`update code_rule set sample = false where sample returning rule_name as name`.execute(
    db,
  );
  const { rows: goods } = await sql<KeptProduct>`update product c set sample = false where sample returning category_name as name,
    exists (select from batch b where b.category_id = c.category_id) as "ofBatch",
    array(select d.channel_business_name from dealer_product a join dealer d using (channel_business_id)
      where a.category_id = c.category_id order by 1) as dealers`.execute(db);
  // `update … returning` has no defined order
  const named = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
  return { suppliers: named(suppliers), rules: named(rules), goods: goods.sort((one, other) => (one.name < other.name ? -1 : 1)) };
}

export const listUsers = (db: Db) =>
  db.selectFrom('users').select(['userId', 'userName']).where('sample', '=', true).orderBy('userId').execute();

/** Removes a user without references. Their uploads may still be in use and move to the first user. */
export async function removeUser(db: Db, userId: number) {
  await sql`update file set create_by = (select min(user_id) from users where not sample) where create_by = ${userId}`.execute(db);
  await db.deleteFrom('userRole').where('userId', '=', userId).execute();
  await db.deleteFrom('users').where('userId', '=', userId).execute();
}

export async function disableUser(db: Db, userId: number) {
  await db.deleteFrom('session').where('userId', '=', userId).execute();
  await db.updateTable('users').set({ status: '1' }).where('userId', '=', userId).execute();
}

/** Removes sample forms with all answers, including those of other users. */
export async function removeForms(db: Db) {
  await sql`delete from form_answer where form_id in (select form_id from form where sample)`.execute(db);
  await sql`delete from form where sample`.execute(db);
}

/** Removes traces of sample batches, including those of other users, and replaces ingredient references by names. */
export async function removeTraces(db: Db) {
  await sql`delete from trace_link where batch_id in (${sampleBatch})`.execute(db);
  await sql`update trace_ingredient i set input_name = coalesce(input_name, c.category_name || ' ' || b.batch_no), input_batch_id = null
    from batch b join product c using (category_id) where b.batch_id = i.input_batch_id and b.sample`.execute(db);
  await sql`update trace_record set corrects_id = null where batch_id in (${sampleBatch})`.execute(db);
  await sql`delete from trace_record where batch_id in (${sampleBatch})`.execute(db);
}

/** Removes sample templates without products or records; the others become regular ones. */
export async function removeTemplates(db: Db) {
  await sql`delete from trace_template t where sample and not exists (select from product c where c.template_id = t.template_id)
    and not exists (select from trace_record r join trace_step s using (step_id) where s.template_id = t.template_id)`.execute(db);
  await sql`update trace_template set sample = false where sample`.execute(db);
}

/** Removes sample categories, leaves first. Those in use stay as regular records. */
export async function removeCategories(db: Db) {
  for (let level = 4; level >= 0; level--) {
    await sql`delete from category c where sample and cardinality(ancestors) = ${level}
      and not exists (select from category below where below.parent_id = c.catalogue_id)
      and not exists (select from product r where r.catalogue_id = c.catalogue_id)
      and not exists (select from supplier r where r.catalogue_id = c.catalogue_id)
      and not exists (select from dealer r where r.catalogue_id = c.catalogue_id)
      and not exists (select from trace_step r where r.catalogue_id = c.catalogue_id)`.execute(db);
  }
  await sql`update category set sample = false where sample`.execute(db);
}

/** Removes images of sample products that no batch or dealer references. */
export const removePictures = (db: Db) =>
  sql`delete from file f using product c where c.sample and '/profile/' || f.path = any(c.pictures)
    and not exists (select from batch b where b.category_id = c.category_id)
    and not exists (select from dealer_product a where a.category_id = c.category_id)`.execute(db);

/** Sample dealers, children first. */
export const listDealers = (db: Db) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName'])
    .where('sample', '=', true)
    .orderBy(sql`cardinality(ancestors)`, 'desc')
    .orderBy('channelBusinessId')
    .execute();

export const removeDealer = (db: Db, id: number) => db.deleteFrom('dealer').where('channelBusinessId', '=', id).execute();

/** Turns a referenced sample dealer into a regular record. */
export const adoptDealer = (db: Db, id: number) =>
  db.updateTable('dealer').set({ sample: false }).where('channelBusinessId', '=', id).execute();

/** Whether a foreign key prevented the removal. */
export const isReferenced = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23503';
