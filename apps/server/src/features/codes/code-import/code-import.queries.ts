import type { BatchState, CodeImport, ImportCause } from '@suyuan/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Serials of an import, in order. */
export type Runs = [from: number, count: number][];

export type ImportRow = Omit<Selectable<Database['codeImport']>, 'state' | 'runs'> & Pick<CodeImport, 'state'> & { runs: Runs };

export const insert = (db: Db, row: Insertable<Database['codeImport']>) =>
  db.insertInto('codeImport').values(row).returning('importId').executeTakeFirstOrThrow();

/** Newest first. */
export async function list(db: Db, batchId: number, limit: number): Promise<CodeImport[]> {
  const rows = await db
    .selectFrom('codeImport')
    .innerJoin('users', 'users.userId', 'codeImport.createBy')
    .select(['importId', 'fileName', 'bytes', 'lineCount', 'state', 'keepGood', 'readLines', 'accepted'])
    .select(['users.userName as createBy', 'codeImport.createTime', 'finishTime'])
    .where('batchId', '=', batchId)
    .orderBy('importId', 'desc')
    .limit(limit)
    // checked by the table
    .$castTo<Omit<CodeImport, 'faults'>>()
    .execute();
  const faults = await sql<{ importId: number; cause: ImportCause; lines: number; firstLine: number }>`
    select import_id, cause, sum(line_to - line_from + 1) as lines, min(line_from) as first_line from code_import_fault
    where import_id = any(${rows.map(({ importId }) => importId)}::bigint[]) group by import_id, cause order by 3 desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    faults: faults.rows.filter(({ importId }) => importId === row.importId).map(({ importId: _, ...fault }) => fault),
  }));
}

export const find = (db: Db, importId: number) =>
  db.selectFrom('codeImport').selectAll().where('importId', '=', importId).$castTo<ImportRow>().executeTakeFirst();

export const lock = (db: Db, importId: number) =>
  db.selectFrom('codeImport').selectAll().where('importId', '=', importId).forUpdate().$castTo<ImportRow>().executeTakeFirst();

/** In order, after line `after`. */
export const listFaults = (db: Db, importId: number, after: number, limit: number) =>
  db
    .selectFrom('codeImportFault')
    .select(['lineFrom', 'lineTo', 'cause'])
    .where('importId', '=', importId)
    .where('lineFrom', '>', after)
    .orderBy('lineFrom')
    .limit(limit)
    .$narrowType<{ cause: ImportCause }>()
    .execute();

/** Without blank lines. */
export async function countFaults(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select coalesce(sum(line_to - line_from + 1), 0) as lines from code_import_fault
    where import_id = ${importId} and cause <> 'blank'`.execute(db);
  return rows[0]?.lines ?? 0;
}

export const insertFaults = (db: Db, importId: number, faults: { lineFrom: number; lineTo: number; cause: ImportCause }[]) =>
  db
    .insertInto('codeImportFault')
    .values(faults.map((fault) => ({ importId, ...fault })))
    .execute();

/** Serializes imports. */
export async function lockSpace(db: Db, spaceId: number): Promise<number> {
  const row = await db.selectFrom('codeSpace').select('nextSerial').where('spaceId', '=', spaceId).forUpdate().executeTakeFirstOrThrow();
  return row.nextSerial;
}

/** The caller holds the lock of the space. */
export const advance = (db: Db, spaceId: number, nextSerial: number) =>
  db.updateTable('codeSpace').set({ nextSerial }).where('spaceId', '=', spaceId).execute();

/** Returns the number of new digests. If any already exists, the caller must roll back. */
export async function insertCodes(db: Db, spaceId: number, hashes: string[], serial: number): Promise<number> {
  const { numAffectedRows } = await sql`insert into stored_code (space_id, hash, serial)
    select ${spaceId}::bigint, hash, ${serial}::bigint + place - 1 from unnest(${hashes}::uuid[]) with ordinality as given(hash, place)
    order by hash on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Resolves to undefined if another worker has advanced since `readBytes`. */
export const advanceImport = (
  db: Db,
  importId: number,
  before: number,
  now: { readBytes: number; readLines: number; accepted: number; runs: string },
) =>
  db
    .updateTable('codeImport')
    .set(now)
    .where('importId', '=', importId)
    .where('readBytes', '=', before)
    .where('state', '=', 'queued')
    .returning('importId')
    .executeTakeFirst();

export const finish = (db: Db, importId: number, { state, discarded }: { state: CodeImport['state']; discarded: boolean }) =>
  db.updateTable('codeImport').set({ state, discarded, filePath: null, finishTime: sql`now()` }).where('importId', '=', importId).execute();

export const listUndiscarded = (db: Db) =>
  db.selectFrom('codeImport').selectAll().where('discarded', '=', false).orderBy('importId').limit(100).$castTo<ImportRow>().execute();

/** Removes the codes of serials [from, past). */
export const discard = (db: Db, spaceId: number, from: number, past: number) =>
  sql`delete from stored_code where space_id = ${spaceId} and serial >= ${from}::bigint and serial < ${past}::bigint`.execute(db);

export const markDiscarded = (db: Db, importId: number) =>
  db.updateTable('codeImport').set({ discarded: true }).where('importId', '=', importId).execute();

export const findBatch = (db: Db, batchId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .innerJoin('codeSpace', 'codeSpace.spaceId', 'codeRule.spaceId')
    .select(['batchNo', 'batch.state', 'quantity', 'ruleName', 'kind', 'codeRule.spaceId'])
    .select(sql<number>`(select coalesce(sum(count), 0) from batch_range r where r.batch_id = batch.batch_id and level = 0)`.as('codes'))
    .$narrowType<{ state: BatchState }>()
    .where('batchId', '=', batchId)
    .executeTakeFirst();
