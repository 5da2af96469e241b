import {
  type InspectionResult,
  type QueryOf,
  TRACE_TIME_TOLERANCE,
  type TraceForm,
  type TraceRecord,
  type TraceState,
  type TraceSubject,
  traceRecords,
} from '@suyuan/contract';
import { sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { type Caller, joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';
import type { TracedStep } from './trace-reference.queries.ts';

type Query = QueryOf<typeof traceRecords>;
/** Wire format without the region's name, which is not in the database. */
export type Row = Omit<TraceRecord, 'regionName'>;

/** Dispositions by inspection result. */
const dispositions: Record<InspectionResult, string[]> = {
  judged: ['conformant', 'non_conformant'],
  passed: ['conformant'],
  failed: ['non_conformant'],
};

const recordsTable = recordTable(traceRecords, 'traceRecord', {
  owned: true,
  join: (rows) =>
    rows
      .innerJoin('batch', 'batch.batchId', 'traceRecord.batchId')
      .innerJoin('product', 'product.categoryId', 'batch.categoryId')
      .leftJoin('traceLink as link', 'link.traceRecordId', 'traceRecord.traceRecordId')
      .leftJoin('traceRecord as correction', 'correction.correctsId', 'traceRecord.traceRecordId'),
  columns: {
    ...joinedColumns('batchNo', 'categoryName', 'linkNo'),
    correctedById: sql.ref('correction.traceRecordId'),
    ordinalFrom: sql`trace_record.ordinal_from + 1`,
    ordinalTo: sql`trace_record.ordinal_from + trace_record.count`,
    hash: sql`encode(link.hash, 'hex')`,
    files: sql`(select coalesce(jsonb_agg(jsonb_build_object('fileName', '/profile/' || f.path, 'kind', t.kind, 'field', t.field,
      'originalName', f.original_name, 'contentType', f.content_type, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex')) order by t.order_num), '[]')
      from trace_file t join file f using (path) where t.trace_record_id = trace_record.trace_record_id)`,
    inputs: sql`(select coalesce(jsonb_agg(jsonb_build_object('inputBatchId', i.input_batch_id, 'inputName',
      coalesce(i.input_name, c.category_name || ' ' || b.batch_no), 'lotNo', coalesce(i.lot_no, b.batch_no), 'supplierId', i.supplier_id,
      'supplierName', s.supplier_name, 'quantity', i.quantity, 'unit', i.unit) order by i.order_num), '[]')
      from trace_ingredient i left join batch b on b.batch_id = i.input_batch_id left join product c on c.category_id = b.category_id
      left join supplier s on s.supplier_id = i.supplier_id where i.trace_record_id = trace_record.trace_record_id)`,
    pictureCount: sql`(select count(*) from trace_file t where t.trace_record_id = trace_record.trace_record_id and t.kind = 'picture')`,
  },
  conditions: ({ scope }) => ({
    batchNo: (part) => contains('batchNo', part),
    // the same batches that the supplier's page counts
    batchSupplierId: (id) => sql`batch.supplier_id = ${id} and ${ownedInScope(scope, 'batch')}`,
    inspection: (result) =>
      sql`trace_record.biz_step = 'inspecting' and trace_record.state in ('verified', 'published')
        and trace_record.disposition in (${sql.join(dispositions[result])})`,
    catalogueId: (id, { catalogueOnly }) =>
      sql`trace_record.step_id in (select s.step_id from trace_step s where ${inCategory('s.catalogue_id', id, catalogueOnly)})`,
    catalogueOnly: () => sql`true`,
  }),
});

const visible = (scope: DataScope) => ownedInScope(scope, 'traceRecord');

/** Ignores the data scope. */
export const select = (db: Db) => recordsTable.select({ db, scope: 'all' }).$castTo<Row>();

export function list(caller: Caller, { paging, eventBeginTime, eventEndTime, ...filters }: Query) {
  const rows = recordsTable.matching(caller, filters).where(between('traceRecord.eventTime', eventBeginTime, eventEndTime));
  const { orderBy, ...rest } = paging;
  return page(rows.$castTo<Row>(), 'traceRecord.traceRecordId', { ...rest, orderBy: orderBy && `traceRecord.${orderBy}` });
}

export const find = (caller: Caller, id: number): Promise<Row | undefined> => recordsTable.find(caller, id);

/** Ignores the data scope. */
export const listByIds = (db: Db, ids: number[]) =>
  select(db).where('traceRecord.traceRecordId', 'in', ids).orderBy('traceRecord.traceRecordId').execute();

/** Locks the row until the transaction ends, if it is in scope. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('traceRecord')
    .selectAll()
    .$narrowType<{ state: TraceState; subject: TraceSubject; form: TraceForm; data: TraceRecord['data'] }>()
    .where('traceRecordId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

/** Oldest first, without records that the user wrote: as `hasTakenPart` of the life cycle. */
export const listToVerify = (db: Db, scope: DataScope, userId: number, limit: number) =>
  db
    .selectFrom('traceRecord')
    .innerJoin('batch', 'batch.batchId', 'traceRecord.batchId')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['traceRecordId as id', 'stepName as name', sql<string>`category_name || ' ' || batch_no`.as('detail')])
    .select(sql<string>`coalesce(trace_record.submit_time, trace_record.create_time)`.as('since'))
    .where('traceRecord.state', '=', 'submitted')
    .where(
      sql<boolean>`${userId} <> all (array[trace_record.create_by, coalesce(trace_record.update_by, 0), coalesce(trace_record.submit_by, 0)]
        || trace_record.editors)`,
    )
    .where(visible(scope))
    .orderBy('traceRecordId')
    .limit(limit)
    .execute();

/** Ignores the data scope. */
export const hasEvent = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.selectFrom('traceRecord').select('traceRecordId').where('eventId', '=', eventId).executeTakeFirst()) !== undefined;

export interface RecordColumns {
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
  row: RecordColumns & {
    deptId: number | null;
    createBy: number;
    source: TraceRecord['source'];
    eventId?: string;
    correctsId?: number;
    stateReason?: string;
  },
) => db.insertInto('traceRecord').values(row).returning('traceRecordId').executeTakeFirstOrThrow();

/** Updates a locked draft; undefined if the version differs. */
export const update = (db: Db, id: number, version: number | undefined, changes: Partial<RecordColumns>, userId: number) =>
  db
    .updateTable('traceRecord')
    .set({
      ...changes,
      ...revisionColumns(userId),
      editors: sql<number[]>`array_append(array_remove(editors, ${userId}::bigint), ${userId}::bigint)`,
    })
    .where('traceRecordId', '=', id)
    .where(unchangedSince(version))
    .returning('traceRecordId')
    .executeTakeFirst();

type Stamp = 'submit' | 'reject' | 'verify' | 'publish';

/** Changes the state of a locked record; `stamp` records user and time. */
export const updateState = (
  db: Db,
  id: number,
  { state, stamp, userId, stateReason }: { state: TraceState; stamp?: Stamp; userId?: number; stateReason?: string | null },
) =>
  db
    .updateTable('traceRecord')
    .set({
      state,
      version: sql<number>`version + 1`,
      ...(stateReason !== undefined && { stateReason }),
      ...(stamp && { [`${stamp}By`]: userId, [`${stamp}Time`]: sql`now()` }),
    })
    .where('traceRecordId', '=', id)
    .execute();

/** Whether the event time is in the future. */
export async function isEventInFuture(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('traceRecord')
    .select('traceRecordId')
    .where('traceRecordId', '=', id)
    .where(sql<boolean>`event_time > now() + make_interval(mins => ${TRACE_TIME_TOLERANCE}::int)`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a snapshot of the step in a submitted record. */
export const storeStepSnapshot = (db: Db, id: number, { stepName, filler, bizStep, disposition, form }: TracedStep) =>
  db
    .updateTable('traceRecord')
    .set({ stepName, filler, bizStep, disposition, form: JSON.stringify(form) })
    .where('traceRecordId', '=', id)
    .execute();

/** Removes drafts in scope with their dependents. */
export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .deleteFrom('traceRecord')
    .where('traceRecordId', 'in', ids)
    .where('state', '=', 'draft')
    .where(visible(scope))
    .returning('traceRecordId')
    .execute();

export async function countVisible(db: Db, scope: DataScope, ids: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('traceRecord')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('traceRecordId', 'in', ids)
    .where(visible(scope))
    .executeTakeFirstOrThrow();
  return count;
}
