import { type Insertable, sql } from 'kysely';
import { lockByName } from '../../../platform/db/advisory-lock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Segment } from './timeline.ts';

/** Serializes sample operations until the transaction ends, without timeouts. */
export async function takeTurn(db: Db) {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local lock_timeout = 0`.execute(db);
  await lockByName(db, 'sample');
}

export const find = (db: Db) =>
  db
    .selectFrom('supplier')
    .select('sample')
    .where('sample', '=', true)
    .union(db.selectFrom('batch').select('sample').where('sample', '=', true))
    .executeTakeFirst();

/** Finds a user by name. Re-enables one of an earlier sample, or creates one without a usable password. */
export async function findOrMakeUser(db: Db, userName: string, nickName: string, deptId: number): Promise<number> {
  const existingUser = await db
    .selectFrom('users')
    .select('userId')
    .where(sql<boolean>`lower(user_name) = ${userName}`)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  if (existingUser) {
    await db.updateTable('users').set({ status: '0' }).where('userId', '=', existingUser.userId).where('sample', '=', true).execute();
    return existingUser.userId;
  }
  const row = { userName, nickName, deptId, password: '!', sample: true };
  const { userId } = await db.insertInto('users').values(row).returning('userId').executeTakeFirstOrThrow();
  await sql`insert into user_role (user_id, role_id) select ${userId}, role_id from role where role_key = ${userName}`.execute(db);
  return userId;
}

export const findDepartment = (db: Db, userId: number) =>
  db.selectFrom('users').select('deptId').where('userId', '=', userId).executeTakeFirstOrThrow();

/** Next batch number of a day: the date and the first unused letter. */
export async function nextBatchNo(db: Db, day: string): Promise<string> {
  const { rows } = await sql<{ batchNo: string }>`select no as "batchNo" from (
      select ${day.replaceAll('-', '')} || chr(65 + n) as no from generate_series(0, 25) n) numbers
    where not exists (select from batch where batch_no = no) order by no limit 1`.execute(db);
  const [next] = rows;
  if (!next) throw new Error(`no letter is left for a batch of ${day}`);
  return next.batchNo;
}

/** Inserts a batch that expires by its product's shelf life. */
export const insertBatch = (db: Db, row: Omit<Insertable<Database['batch']>, 'expiryDate'>) =>
  db
    .insertInto('batch')
    .values({
      ...row,
      sample: true,
      expiryDate: sql<string | null>`(select (${row.madeDate}::date + (shelf_life || ' ' || shelf_life_unit)::interval)::date
        from product where category_id = ${row.categoryId})`,
    })
    .returning(['batchId', 'expiryDate'])
    .executeTakeFirstOrThrow();

export const insertRange = (db: Db, row: Omit<Insertable<Database['batchRange']>, 'ordinalFrom'>) =>
  db
    .insertInto('batchRange')
    .values({ ...row, ordinalFrom: 0 })
    .execute();

export const insertSegments = (db: Db, batchId: number, segments: Segment[]) =>
  db
    .insertInto('codeSegment')
    .values(segments.map((segment) => ({ batchId, ...segment })))
    .execute();

export const insertEvents = (db: Db, rows: Insertable<Database['batchEvent']>[]) => db.insertInto('batchEvent').values(rows).execute();

/** Histories are ordered by number. The sample writes life cycles before what happened between their steps. */
export const renumberEvents = (db: Db, batchIds: number[]) =>
  sql`update batch_event e set event_id = o.next from (
    select event_id, nextval(pg_get_serial_sequence('batch_event', 'event_id')) as next from (
      select event_id from batch_event where batch_id = any(${batchIds}) order by event_time, event_id) s) o
    where e.event_id = o.event_id`.execute(db);
