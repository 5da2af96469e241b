import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/database.types.ts';

interface StepRow {
  stepName: string;
  bizStep: string;
  disposition: string | null;
  filler: string;
  required: boolean;
  roleId: number | null;
  form: string;
}

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
  steps: StepRow[],
): Promise<number[]> {
  const { templateId } = await db
    .insertInto('traceTemplate')
    .values({ ...template, sample: true })
    .returning('templateId')
    .executeTakeFirstOrThrow();
  const rows = steps.map((step, index) => ({ ...step, templateId, orderNum: index + 1, public: true }));
  const made = await db.insertInto('traceStep').values(rows).returning(['stepId', 'orderNum']).execute();
  return made.toSorted((a, b) => a.orderNum - b.orderNum).map(({ stepId }) => stepId);
}

export const traceBy = (db: Db, stepId: number, categoryIds: number[]) =>
  sql`update category set template_id = (select template_id from trace_step where step_id = ${stepId})
    where category_id = any(${categoryIds})`.execute(db);

/** Inserts a record with images and ingredients. Its party is the batch's supplier, a dealer or the department. */
export async function insertRecord(
  db: Db,
  record: Insertable<Database['traceRecord']>,
  paths: string[],
  input?: { inputName: string; lotNo: string; quantity: number; unit: string },
): Promise<number> {
  const { traceRecordId } = await db.insertInto('traceRecord').values(record).returning('traceRecordId').executeTakeFirstOrThrow();
  await sql`update trace_record r set party_name = case r.filler
      when 'supplier' then (select supplier_name from supplier s join batch b using (supplier_id) where b.batch_id = r.batch_id)
      when 'channelBusiness' then (select channel_business_name from channel_business where sample order by channel_business_id limit 1)
      else (select dept_name from dept where dept.dept_id = r.dept_id) end,
    channel_business_id = case r.filler when 'channelBusiness' then
      (select channel_business_id from channel_business where sample order by channel_business_id limit 1) end
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

const sampleBatch = sql`select batch_id from batch where sample`;

/** Removes traces of sample batches, including those of other users, and replaces ingredient references by names. */
export async function removeRecords(db: Db) {
  await sql`delete from trace_link where batch_id in (${sampleBatch})`.execute(db);
  await sql`update trace_ingredient i set input_name = coalesce(input_name, c.category_name || ' ' || b.batch_no), input_batch_id = null
    from batch b join category c using (category_id) where b.batch_id = i.input_batch_id and b.sample`.execute(db);
  await sql`update trace_record set corrects_id = null where batch_id in (${sampleBatch})`.execute(db);
  await sql`delete from trace_record where batch_id in (${sampleBatch})`.execute(db);
}

/** Removes sample templates without products or records; the others become regular ones. */
export async function removeTemplates(db: Db) {
  await sql`delete from trace_template t where sample and not exists (select from category c where c.template_id = t.template_id)
    and not exists (select from trace_record r join trace_step s using (step_id) where s.template_id = t.template_id)`.execute(db);
  await sql`update trace_template set sample = false where sample`.execute(db);
}
