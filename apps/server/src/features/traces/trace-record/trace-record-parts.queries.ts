import type { TraceIngredient } from '@suyuan/contract';
import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

export interface FileOfRecord {
  path: string;
  kind: string;
  field: string | null;
}

export async function replaceFiles(db: Db, traceRecordId: number, files: FileOfRecord[]) {
  await db.deleteFrom('traceFile').where('traceRecordId', '=', traceRecordId).execute();
  if (files.length === 0) return;
  const rows = files.map((file, index) => ({ ...file, traceRecordId, orderNum: index + 1 }));
  await db.insertInto('traceFile').values(rows).execute();
}

export const listFiles = (db: Db, traceRecordId: number): Promise<FileOfRecord[]> =>
  db.selectFrom('traceFile').select(['path', 'kind', 'field']).where('traceRecordId', '=', traceRecordId).orderBy('orderNum').execute();

export const copyFiles = (db: Db, fromId: number, toId: number) =>
  sql`insert into trace_file (trace_record_id, order_num, kind, field, path)
    select ${toId}::bigint, order_num, kind, field, path from trace_file where trace_record_id = ${fromId}`.execute(db);

/** Batches and suppliers of `inputs` that the user may see. */
export async function findInputs(db: Db, scope: DataScope, inputs: readonly TraceIngredient[]) {
  const ids = (idOf: (input: TraceIngredient) => number | null | undefined) => [0, ...inputs.flatMap((input) => idOf(input) ?? [])];
  const [batches, suppliers] = await Promise.all([
    db
      .selectFrom('batch')
      .select('batchId')
      .where(
        'batchId',
        'in',
        ids(({ inputBatchId }) => inputBatchId),
      )
      .where(ownedInScope(scope, 'batch'))
      .execute(),
    db
      .selectFrom('supplier')
      .select('supplierId')
      .where(
        'supplierId',
        'in',
        ids(({ supplierId }) => supplierId),
      )
      .where(ownedInScope(scope, 'supplier'))
      .execute(),
  ]);
  return { batches: new Set(batches.map(({ batchId }) => batchId)), suppliers: new Set(suppliers.map(({ supplierId }) => supplierId)) };
}

/** Serialises changes of inputs, because two concurrent ones could close a cycle. Only the statement timeout bounds the search for it. */
export const lockInputs = (db: Db) => lockByName(db, 'trace-input');

/** Whether any of `inputs` derives from a batch by valid records, including drafts. */
export async function derivesFrom(db: Db, inputs: readonly number[], batchId: number): Promise<boolean> {
  const { rows } = await sql<{ circle: boolean }>`
    with recursive up as (
      select unnest(${inputs}::bigint[]) as batch_id
      union
      select i.input_batch_id from up join trace_record r on r.batch_id = up.batch_id and r.state <> 'corrected'
        join trace_ingredient i using (trace_record_id) where i.input_batch_id is not null
    ) select exists (select from up where batch_id = ${batchId}) as circle`.execute(db);
  return rows[0]?.circle ?? false;
}

/** Whether any of these batches derives from itself, by all valid records. */
export async function isCircular(db: Db, batchIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ circle: boolean }>`
    with recursive up as (
      select r.batch_id as root, i.input_batch_id as batch_id from trace_record r join trace_ingredient i using (trace_record_id)
      where r.batch_id = any(${batchIds}::bigint[]) and r.state <> 'corrected' and i.input_batch_id is not null
      union
      select up.root, i.input_batch_id from up join trace_record r on r.batch_id = up.batch_id and r.state <> 'corrected'
        join trace_ingredient i using (trace_record_id) where i.input_batch_id is not null
    ) select exists (select from up where batch_id = root) as circle`.execute(db);
  return rows[0]?.circle ?? false;
}

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

export async function listInputBatches(db: Db, traceRecordId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('traceIngredient')
    .select('inputBatchId')
    .where('traceRecordId', '=', traceRecordId)
    .orderBy('orderNum')
    .execute();
  return rows.flatMap(({ inputBatchId }) => inputBatchId ?? []);
}

export const copyInputs = (db: Db, fromId: number, toId: number) =>
  sql`insert into trace_ingredient (trace_record_id, order_num, input_batch_id, input_name, lot_no, supplier_id, quantity, unit)
    select ${toId}::bigint, order_num, input_batch_id, input_name, lot_no, supplier_id, quantity, unit
    from trace_ingredient where trace_record_id = ${fromId}`.execute(db);
