// Over 250 lines because a record is one thing to write, find and link: its rows, its chain and its files are locked together.
import type { QueryOf, Traceability, TraceForm, TraceIngredient, TraceState, TraceSubject, traceabilities } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { between, contains, page } from '../../../db/page.ts';
import { revised, unchangedSince } from '../../../db/revision.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';
import { underClass } from '../../../db/under-class.ts';

type Query = QueryOf<typeof traceabilities>;
/** A record as the wire shows it, but for the name of its region, which is no table's. */
export type Row = Omit<Traceability, 'regionName'>;

const visible = (scope: DataScope) => inScope(scope, { dept: 'traceRecord.deptId', user: 'traceRecord.createBy' });

const select = (db: Db) =>
  db
    .selectFrom('traceRecord')
    .innerJoin('batch', 'batch.batchId', 'traceRecord.batchId')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .innerJoin('users as maker', 'maker.userId', 'traceRecord.createBy')
    .leftJoin('users as editor', 'editor.userId', 'traceRecord.updateBy')
    .leftJoin('users as submitter', 'submitter.userId', 'traceRecord.submitBy')
    .leftJoin('users as verifier', 'verifier.userId', 'traceRecord.verifyBy')
    .leftJoin('users as publisher', 'publisher.userId', 'traceRecord.publishBy')
    .leftJoin('traceLink as link', 'link.traceRecordId', 'traceRecord.traceRecordId')
    .leftJoin('traceRecord as correction', 'correction.correctsId', 'traceRecord.traceRecordId')
    .select(['traceRecord.traceRecordId', 'traceRecord.stepName', 'traceRecord.batchId', 'batchNo', 'categoryName', 'traceRecord.stepId'])
    .select(['traceRecord.state', 'traceRecord.stateReason', 'traceRecord.subject', 'traceRecord.level', 'traceRecord.eventTime'])
    .select(['traceRecord.placeName', 'traceRecord.regionCode', 'traceRecord.lng', 'traceRecord.lat', 'traceRecord.channelBusinessId'])
    .select(['traceRecord.filler', 'traceRecord.partyName', 'traceRecord.bizStep', 'traceRecord.disposition', 'traceRecord.form'])
    .select(['traceRecord.data', 'traceRecord.source', 'traceRecord.correctsId', 'correction.traceRecordId as correctedById', 'linkNo'])
    .select(['submitter.userName as submitBy', 'traceRecord.submitTime', 'verifier.userName as verifyBy', 'traceRecord.verifyTime'])
    .select(['publisher.userName as publishBy', 'traceRecord.publishTime', 'maker.userName as createBy', 'traceRecord.createTime'])
    .select(['editor.userName as updateBy', 'traceRecord.updateTime', 'traceRecord.version'])
    .select([
      sql<number | null>`trace_record.ordinal_from + 1`.as('ordinalFrom'),
      sql<number | null>`trace_record.ordinal_from + trace_record.count`.as('ordinalTo'),
      sql<string | null>`encode(link.hash, 'hex')`.as('hash'),
      sql<Row['files']>`(select coalesce(jsonb_agg(jsonb_build_object('fileName', '/profile/' || f.path, 'kind', t.kind, 'field', t.field,
        'originalName', f.original_name, 'contentType', f.content_type, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex')) order by t.order_num), '[]')
        from trace_file t join file f using (path) where t.trace_record_id = trace_record.trace_record_id)`.as('files'),
      sql<Row['inputs']>`(select coalesce(jsonb_agg(jsonb_build_object('inputBatchId', i.input_batch_id, 'inputName',
        coalesce(i.input_name, c.category_name || ' ' || b.batch_no), 'lotNo', coalesce(i.lot_no, b.batch_no), 'supplierId', i.supplier_id,
        'supplierName', s.supplier_name, 'quantity', i.quantity, 'unit', i.unit) order by i.order_num), '[]')
        from trace_ingredient i left join batch b on b.batch_id = i.input_batch_id left join category c on c.category_id = b.category_id
        left join supplier s on s.supplier_id = i.supplier_id where i.trace_record_id = trace_record.trace_record_id)`.as('inputs'),
      sql<number>`(select count(*) from trace_file t where t.trace_record_id = trace_record.trace_record_id and t.kind = 'picture')`.as(
        'pictureCount',
      ),
    ])
    // the tables check the coded values, and the forms were judged when they were written
    .$castTo<Row>();

export function list(db: Db, scope: DataScope, query: Query) {
  const { batchId, batchNo, stepName, state, subject, regionCode, eventBeginTime, eventEndTime, beginTime, endTime, paging } = query;
  let rows = select(db)
    .where(visible(scope))
    .where(between('traceRecord.createTime', beginTime, endTime))
    .where(between('traceRecord.eventTime', eventBeginTime, eventEndTime));
  if (batchId) rows = rows.where('traceRecord.batchId', '=', batchId);
  if (batchNo) rows = rows.where(contains('batchNo', batchNo));
  if (stepName) rows = rows.where(contains('traceRecord.stepName', stepName));
  if (state) rows = rows.where('traceRecord.state', '=', state);
  if (subject) rows = rows.where('traceRecord.subject', '=', subject);
  if (query.catalogueId)
    rows = rows.where(sql<boolean>`trace_record.step_id in (select s.step_id from trace_step s
      where ${underClass('s.catalogue_id', query.catalogueId, query.catalogueOnly)})`);
  if (regionCode) rows = rows.where('traceRecord.regionCode', 'like', `${regionCode.replace(/(00){1,2}$/, '')}%`);
  const { orderBy, ...rest } = paging;
  return page(rows, 'traceRecord.traceRecordId', { ...rest, orderBy: orderBy && `traceRecord.${orderBy}` });
}

export const find = (db: Db, scope: DataScope, id: number) =>
  select(db).where('traceRecord.traceRecordId', '=', id).where(visible(scope)).executeTakeFirst();

/** Records by their keys, whoever asks. */
export const listThese = (db: Db, ids: number[]) =>
  select(db).where('traceRecord.traceRecordId', 'in', ids).orderBy('traceRecord.traceRecordId').execute();

/** A code, or a container; ordinals count from 0. */
export interface Place {
  level: number;
  ordinal: number;
}

/** Records of a batch, or as far as they concern one of its codes and the containers around it, by time; drafts are their filler's business. */
const inOrder = (db: Db, batchId: number, place: Place | undefined, limit: number) =>
  select(db)
    .where('traceRecord.state', '<>', 'draft')
    .where(about(batchId, place))
    .orderBy('traceRecord.eventTime')
    .orderBy('traceRecord.traceRecordId')
    .limit(limit);

/** The same from the one after `skip` on. Which they are is found first, so that only these are joined with what hangs on them. */
export function listAbout(db: Db, batchId: number, place: Place | undefined, limit: number, skip: number) {
  const ids = db
    .selectFrom('traceRecord')
    .select('traceRecordId')
    .where('state', '<>', 'draft')
    .where(about(batchId, place))
    .orderBy('eventTime')
    .orderBy('traceRecordId')
    .limit(limit)
    .offset(skip);
  return select(db)
    .where('traceRecord.traceRecordId', 'in', ids)
    .orderBy('traceRecord.eventTime')
    .orderBy('traceRecord.traceRecordId')
    .execute();
}

/** Where a record stands among those of its batch, though it may be gone meanwhile. */
interface Standing {
  traceRecordId: number;
  /** When, to the microsecond. */
  moment: string;
}

/** The same, `after` one of them. @param after undefined: they begin with the first */
export const listNext = (db: Db, batchId: number, place: Place | undefined, limit: number, after?: Standing) =>
  inOrder(db, batchId, place, limit)
    .select(sql<string>`trace_record.event_time::text`.as('moment'))
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(trace_record.event_time, trace_record.trace_record_id) > (${after?.moment}::timestamptz, ${after?.traceRecordId}::bigint)`,
      ),
    )
    .execute();

export async function countAbout(db: Db, batchId: number, place: Place | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('traceRecord')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '<>', 'draft')
    .where(about(batchId, place))
    .executeTakeFirstOrThrow();
  return count;
}

const about = (batchId: number, place: Place | undefined) =>
  !place
    ? sql<boolean>`trace_record.batch_id = ${batchId}`
    : sql<boolean>`((trace_record.batch_id = ${batchId} and (trace_record.level is null or (trace_record.level = ${place.level}
        and ${place.ordinal}::bigint >= trace_record.ordinal_from and ${place.ordinal}::bigint < trace_record.ordinal_from + trace_record.count)))
      or trace_record.trace_record_id in (select r.trace_record_id from code_chain(${batchId}, ${place.level}, ${place.ordinal}) c
        join trace_record r on r.batch_id = c.batch_id and r.level = c.level and r.ordinal_from = c.ordinal))`;

/** The containers around a code, the nearest first. */
export async function listContainers(db: Db, batchId: number, { level, ordinal }: Place) {
  const chain =
    await sql<Place>`select level, ordinal + 1 as ordinal from code_chain(${batchId}, ${level}, ${ordinal}) order by depth`.execute(db);
  return chain.rows;
}

/** The record, locked until the transaction ends, where it is in scope. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('traceRecord')
    .selectAll()
    .$narrowType<{ state: TraceState; subject: TraceSubject; form: TraceForm; data: Traceability['data'] }>()
    .where('traceRecordId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

/** What a record of a batch needs to know of it. */
export const findBatch = (db: Db, scope: DataScope, batchId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .select([
      'batch.batchId',
      'batchNo',
      'category.categoryId',
      'categoryName',
      'gtin',
      'supplierName',
      'supplier.supplierId',
      'templateId',
    ])
    .select(['quantity', 'madeDate', 'expiryDate', 'batch.state'])
    .where('batch.batchId', '=', batchId)
    .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }))
    .executeTakeFirst();
export type TracedBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** The batch in scope with that number: of goods that are traced by the template rather than of others, the newest rather than older ones. */
export const findByNo = (db: Db, scope: DataScope, batchNo: string, templateId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .select('batchId')
    .where('batchNo', '=', batchNo)
    .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }))
    .orderBy(sql`category.template_id is not distinct from ${templateId}::bigint`, 'desc')
    .orderBy('batchId', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The batch in scope of goods with this GTIN and with that number, the newest of several. */
export const findByGtin = (db: Db, scope: DataScope, gtin: string, batchNo: string) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .select('batchId')
    .where('gtin', '=', gtin)
    .where('batchNo', '=', batchNo)
    .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }))
    .orderBy('batchId', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Steps of a template in their order, as far as it decides which of them an event is. */
export const listTemplateSteps = (db: Db, templateId: number) =>
  db
    .selectFrom('traceStep')
    .select(['stepId', 'stepName', 'bizStep', 'form'])
    .$narrowType<{ form: TraceForm }>()
    .where('templateId', '=', templateId)
    .orderBy('orderNum')
    .limit(100)
    .execute();

/** Whether an event was taken in before, by whoever. */
export const hasEvent = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.selectFrom('traceRecord').select('traceRecordId').where('eventId', '=', eventId).executeTakeFirst()) !== undefined;

/** A step with who fills it; of a template in use, which is the one of the goods where they name one. */
export const findStep = (db: Db, stepId: number) =>
  db
    .selectFrom('traceStep')
    .innerJoin('traceTemplate', 'traceTemplate.templateId', 'traceStep.templateId')
    .leftJoin('role', 'role.roleId', 'traceStep.roleId')
    .select(['stepId', 'traceStep.templateId', 'templateName', 'stepName', 'filler', 'traceStep.roleId', 'roleName', 'form'])
    .select(['pictureMin', 'pictureMax', 'bizStep', 'disposition', 'traceTemplate.status'])
    .$narrowType<{ form: TraceForm; filler: Traceability['filler'] }>()
    .where('stepId', '=', stepId)
    .executeTakeFirst();
export type TracedStep = NonNullable<Awaited<ReturnType<typeof findStep>>>;

/** The highest ordinal of a level that a batch has, or at level 0 will have; 0: it has none. */
export async function lastOrdinal(db: Db, batchId: number, level: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`select greatest(coalesce(max(r.ordinal_from + r.count), 0),
      case when ${level}::int = 0 then (select quantity from batch where batch_id = ${batchId}) else 0 end) as last
    from batch_range r where r.batch_id = ${batchId} and r.level = ${level}`.execute(db);
  return rows[0]?.last ?? 0;
}

export const findDealer = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('channelBusiness')
    .select('channelBusinessName')
    .where('channelBusinessId', '=', id)
    .where(inScope(scope, { dept: 'channelBusiness.deptId', user: 'channelBusiness.createBy' }))
    .executeTakeFirst();

/** Which of the batches and suppliers that `inputs` name the asker sees. */
export async function findInputs(db: Db, scope: DataScope, inputs: readonly TraceIngredient[]) {
  const ids = (of: (input: TraceIngredient) => number | null | undefined) => [0, ...inputs.flatMap((input) => of(input) ?? [])];
  const [batches, suppliers] = await Promise.all([
    db
      .selectFrom('batch')
      .select('batchId')
      .where(
        'batchId',
        'in',
        ids(({ inputBatchId }) => inputBatchId),
      )
      .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }))
      .execute(),
    db
      .selectFrom('supplier')
      .select('supplierId')
      .where(
        'supplierId',
        'in',
        ids(({ supplierId }) => supplierId),
      )
      .where(inScope(scope, { dept: 'supplier.deptId', user: 'supplier.createBy' }))
      .execute(),
  ]);
  return { batches: new Set(batches.map(({ batchId }) => batchId)), suppliers: new Set(suppliers.map(({ supplierId }) => supplierId)) };
}

/** Batches that are looked through for a circle. */
const MOST_KIN = 10_000;

/** Whether any of `inputs` came from a batch, over however many others and by whatever records still count, drafts among them. */
export async function comesFrom(db: Db, inputs: readonly number[], batchId: number): Promise<boolean> {
  const { rows } = await sql<{ circle: boolean }>`
    with recursive up as (
      select unnest(${inputs}::bigint[]) as batch_id
      union
      select i.input_batch_id from up join trace_record r on r.batch_id = up.batch_id and r.state <> 'corrected'
        join trace_ingredient i using (trace_record_id) where i.input_batch_id is not null
    ) select ${batchId}::bigint in (select batch_id from up limit ${MOST_KIN}) as circle`.execute(db);
  return rows[0]?.circle ?? false;
}

export interface Written {
  batchId: number;
  stepId: number;
  subject: TraceSubject;
  level: number | null;
  ordinalFrom: number | null;
  count: number | null;
  eventTime: string;
  placeName: string | null;
  regionCode: string | null;
  lng: number | null;
  lat: number | null;
  channelBusinessId: number | null;
  stepName: string;
  filler: string;
  partyName: string | null;
  bizStep: string;
  disposition: string | null;
  form: string;
  data: string;
}

export const insert = (
  db: Db,
  row: Written & {
    deptId: number | null;
    createBy: number;
    source: Traceability['source'];
    eventId?: string;
    correctsId?: number;
    stateReason?: string;
  },
) => db.insertInto('traceRecord').values(row).returning('traceRecordId').executeTakeFirstOrThrow();

/** Changes a locked draft. Resolves to undefined where its revision is another. */
export const update = (db: Db, id: number, version: number | undefined, changes: Partial<Written>, userId: number) =>
  db
    .updateTable('traceRecord')
    .set({
      ...changes,
      ...revised(userId),
      editors: sql<number[]>`array_append(array_remove(editors, ${userId}::bigint), ${userId}::bigint)`,
    })
    .where('traceRecordId', '=', id)
    .where(unchangedSince(version))
    .returning('traceRecordId')
    .executeTakeFirst();

export interface FileOfRecord {
  path: string;
  kind: string;
  field: string | null;
}

/** Puts these files in the place of those that the record has, in their order. */
export async function replaceFiles(db: Db, traceRecordId: number, files: FileOfRecord[]) {
  await db.deleteFrom('traceFile').where('traceRecordId', '=', traceRecordId).execute();
  if (files.length === 0) return;
  const rows = files.map((file, index) => ({ ...file, traceRecordId, orderNum: index + 1 }));
  await db.insertInto('traceFile').values(rows).execute();
}

export const listFiles = (db: Db, traceRecordId: number): Promise<FileOfRecord[]> =>
  db.selectFrom('traceFile').select(['path', 'kind', 'field']).where('traceRecordId', '=', traceRecordId).orderBy('orderNum').execute();

/** Puts these ingredients in the place of those that the record has, in their order. */
export async function replaceInputs(db: Db, traceRecordId: number, inputs: readonly TraceIngredient[]) {
  await db.deleteFrom('traceIngredient').where('traceRecordId', '=', traceRecordId).execute();
  if (inputs.length === 0) return;
  const rows = inputs.map(
    ({ inputBatchId = null, inputName = null, lotNo = null, supplierId = null, quantity = null, unit = null }, index) => ({
      ...{ inputBatchId, inputName, lotNo, supplierId, quantity, unit },
      traceRecordId,
      orderNum: index + 1,
    }),
  );
  await db.insertInto('traceIngredient').values(rows).execute();
}

/** Copies what hangs on a record to the one that corrects it. */
export async function copyParts(db: Db, fromId: number, toId: number) {
  await sql`insert into trace_file (trace_record_id, order_num, kind, field, path)
    select ${toId}::bigint, order_num, kind, field, path from trace_file where trace_record_id = ${fromId}`.execute(db);
  await sql`insert into trace_ingredient (trace_record_id, order_num, input_batch_id, input_name, lot_no, supplier_id, quantity, unit)
    select ${toId}::bigint, order_num, input_batch_id, input_name, lot_no, supplier_id, quantity, unit
    from trace_ingredient where trace_record_id = ${fromId}`.execute(db);
}

type Stamp = 'submit' | 'verify' | 'publish';

/** Takes a locked record to another state; `stamp` notes who did it and when. */
export const move = (
  db: Db,
  id: number,
  state: TraceState,
  { stamp, userId, stateReason }: { stamp?: Stamp; userId?: number; stateReason?: string | null } = {},
) =>
  db
    .updateTable('traceRecord')
    .set({
      state,
      version: sql<number>`version + 1`,
      ...(stateReason !== undefined && { stateReason }),
      ...(stamp && { [`${stamp}By`]: userId, [`${stamp}Time`]: sql`now()` }),
      ...(state === 'draft' && { submitBy: null, submitTime: null }),
    })
    .where('traceRecordId', '=', id)
    .execute();

/** Tells whether what a record tells of has not happened yet. */
export async function isAhead(db: Db, id: number): Promise<boolean> {
  const ahead = await db
    .selectFrom('traceRecord')
    .select('traceRecordId')
    .where('traceRecordId', '=', id)
    .where(sql<boolean>`event_time > now() + interval '10 minutes'`)
    .executeTakeFirst();
  return ahead !== undefined;
}

/** Keeps a step as it is now with the record that is submitted for it. */
export const keepStep = (db: Db, id: number, { stepName, filler, bizStep, disposition, form }: TracedStep) =>
  db
    .updateTable('traceRecord')
    .set({ stepName, filler, bizStep, disposition, form: JSON.stringify(form) })
    .where('traceRecordId', '=', id)
    .execute();

/** Removes drafts in scope with what hangs on them. */
export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .deleteFrom('traceRecord')
    .where('traceRecordId', 'in', ids)
    .where('state', '=', 'draft')
    .where(visible(scope))
    .returning('traceRecordId')
    .execute();

/** How many of `ids` the asker sees, in whatever state. */
export async function countVisible(db: Db, scope: DataScope, ids: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('traceRecord')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('traceRecordId', 'in', ids)
    .where(visible(scope))
    .executeTakeFirstOrThrow();
  return count;
}
