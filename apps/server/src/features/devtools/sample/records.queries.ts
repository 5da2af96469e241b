import { randomBytes } from 'node:crypto';
import type { BatchState } from '@suyuan/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Reuses a template of an earlier sample if its steps are unchanged. Returns the step ids in order. */
export async function takeUpTemplate(db: Db, templateName: string, stepNames: string[]): Promise<number[] | undefined> {
  const steps = await db
    .selectFrom('traceStep')
    .innerJoin('traceTemplate', 'traceTemplate.templateId', 'traceStep.templateId')
    .select(['stepId', 'stepName', 'traceStep.templateId'])
    .where('templateName', '=', templateName)
    .orderBy('orderNum')
    .execute();
  const [first] = steps;
  if (!first || steps.map(({ stepName }) => stepName).join('\n') !== stepNames.join('\n')) return undefined;
  await db.updateTable('traceTemplate').set({ sample: true }).where('templateId', '=', first.templateId).execute();
  return steps.map(({ stepId }) => stepId);
}

/** Inserts a template with steps. Returns the step ids in order. */
export async function insertTemplate(
  db: Db,
  template: { templateName: string; deptId: number | null; createBy: number },
  steps: Omit<Insertable<Database['traceStep']>, 'templateId' | 'orderNum' | 'public'>[],
): Promise<number[]> {
  const { templateId } = await db
    .insertInto('traceTemplate')
    .values({ ...template, sample: true })
    .returning('templateId')
    .executeTakeFirstOrThrow();
  const rows = steps.map((step, index) => ({ ...step, templateId, orderNum: index + 1, public: true }));
  const stepRows = await db.insertInto('traceStep').values(rows).returning(['stepId', 'orderNum']).execute();
  return stepRows.toSorted((a, b) => a.orderNum - b.orderNum).map(({ stepId }) => stepId);
}

export const assignTemplate = (db: Db, stepId: number, categoryIds: number[]) =>
  sql`update product set template_id = (select template_id from trace_step where step_id = ${stepId})
    where category_id = any(${categoryIds})`.execute(db);

/** Inserts a record with images and ingredients. Its party, which consumers see, is the batch's supplier or a dealer. */
export async function insertRecord(
  db: Db,
  record: Insertable<Database['traceRecord']>,
  paths: string[],
  input?: { inputName: string; lotNo: string; quantity: number; unit: string },
): Promise<number> {
  const { traceRecordId } = await db.insertInto('traceRecord').values(record).returning('traceRecordId').executeTakeFirstOrThrow();
  await sql`update trace_record r set party_name = case r.filler
      when 'channelBusiness' then (select channel_business_name from dealer where sample order by channel_business_id limit 1)
      else (select supplier_name from supplier s join batch b using (supplier_id) where b.batch_id = r.batch_id) end,
    channel_business_id = case r.filler when 'channelBusiness' then
      (select channel_business_id from dealer where sample order by channel_business_id limit 1) end
    where trace_record_id = ${traceRecordId}`.execute(db);
  const files = paths.map((path, index) => ({ traceRecordId, orderNum: index + 1, kind: 'picture', field: null, path }));
  if (files.length > 0) await db.insertInto('traceFile').values(files).execute();
  if (input)
    await db
      .insertInto('traceIngredient')
      .values({ traceRecordId, orderNum: 1, ...input })
      .execute();
  return traceRecordId;
}

interface NewVersion {
  doc: string;
  note: string | null;
  publishBy: number;
  publishTime: string;
}

export async function publish(db: Db, formId: number, { doc, note, publishBy, publishTime }: NewVersion) {
  await sql`with next as (
      insert into form_version (form_id, version_no, doc, sha256, note, publish_by, publish_time)
      select ${formId}, (select coalesce(max(version_no), 0) + 1 from form_version where form_id = ${formId}), ${doc}::jsonb,
        encode(sha256(convert_to(${doc}::jsonb::text, 'UTF8')), 'hex'), ${note}, ${publishBy}, ${publishTime}::timestamptz
      returning version_no)
    update form set state = 'published', version_no = next.version_no from next where form_id = ${formId}`.execute(db);
}

/** Stores answers and updates the form's count. */
export async function insertAnswers(db: Db, formId: number, rows: Insertable<Database['formAnswer']>[]) {
  await db.insertInto('formAnswer').values(rows).execute();
  await db
    .updateTable('form')
    .set({ answerCount: sql<number>`answer_count + ${rows.length}` })
    .where('formId', '=', formId)
    .execute();
}

type PrintOrderRow = Omit<Insertable<Database['printOrder']>, 'salt'> & {
  download?: Omit<Insertable<Database['printOrderDownload']>, 'handoverId'>;
};

export async function insertPrintOrder(db: Db, { download, ...row }: PrintOrderRow) {
  const { handoverId } = await db
    .insertInto('printOrder')
    .values({ ...row, salt: randomBytes(16), sample: true })
    .returning('handoverId')
    .executeTakeFirstOrThrow();
  if (download)
    await db
      .insertInto('printOrderDownload')
      .values({ ...download, handoverId, whole: true })
      .execute();
}

/** Inserts a bulk action that has ended, with one byte per line. */
export async function insertBulkAction(db: Db, row: Insertable<Database['bulkAction']>, outcomes: Buffer) {
  const { codeListId } = await db.insertInto('bulkAction').values(row).returning('codeListId').executeTakeFirstOrThrow();
  await db.insertInto('bulkActionPart').values({ codeListId, lineFrom: 1, outcomes }).execute();
}

/** Sample batches with codes and their code space, oldest first. */
export const listIssued = (db: Db) =>
  db
    .selectFrom('batch')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batch.state', 'spaceId'])
    // a check constraint guarantees the states
    .$narrowType<{ state: BatchState }>()
    .where('batch.sample', '=', true)
    .where('issueTime', 'is not', null)
    .orderBy('batchId')
    .execute();

export const activateContainers = (db: Db, batchId: number) =>
  db.updateTable('codeSegment').set({ status: 'activated' }).where('batchId', '=', batchId).where('level', '>', 0).execute();

/** Active sample dealers with the products that they may sell (none: all), top level first. */
export const listActiveDealers = (db: Db) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName', 'parentId'])
    .select(
      sql<number[]>`array(select c.category_id::int from dealer_product c where c.channel_business_id = dealer.channel_business_id)`.as(
        'categoryIds',
      ),
    )
    .where('sample', '=', true)
    .where('state', '=', 'active')
    .orderBy(sql`cardinality(ancestors)`)
    .orderBy('channelBusinessId')
    .execute();

export const findBatch = (db: Db, batchId: number) =>
  db.selectFrom('batch').select(['categoryId', 'state']).where('batchId', '=', batchId).executeTakeFirstOrThrow();

/** Number of activated units from the first ordinal. */
export async function countActivated(db: Db, batchId: number): Promise<number> {
  const first = await db
    .selectFrom('codeSegment')
    .select('count')
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .where('ordinalFrom', '=', 0)
    .where('status', '=', 'activated')
    .executeTakeFirst();
  return first?.count ?? 0;
}

type SampleShipment = Insertable<Database['shipment']> & { shipTime: string | null; receiveTime: string | null };

/** Returns its number. */
export async function insertShipment(db: Db, { createBy, ...row }: SampleShipment, run: { batchId: number; from: number; count: number }) {
  const by = { createBy, shipBy: row.shipTime === null ? null : createBy, receiveBy: row.receiveTime === null ? null : createBy };
  // as the default of the column, of the day when it was planned
  const dispatchNo = sql<string>`'FH' || to_char(${row.createTime}::timestamptz, 'YYMMDD') || '-' || lpad(nextval('shipment_no_seq')::text, 5, '0')`;
  const values = { ...row, ...by, dispatchNo, sample: true };
  const shipment = await db.insertInto('shipment').values(values).returning(['dispatchId', 'dispatchNo']).executeTakeFirstOrThrow();
  const { dispatchId } = shipment;
  const { batchId, from: ordinalFrom, count } = run;
  const { lineId } = await db
    .insertInto('shipmentLine')
    .values({ dispatchId, batchId, level: 0 })
    .returning('lineId')
    .executeTakeFirstOrThrow();
  await db.insertInto('shipmentRun').values({ lineId, dispatchId, batchId, level: 0, ordinalFrom, count }).execute();
  return shipment.dispatchNo;
}
