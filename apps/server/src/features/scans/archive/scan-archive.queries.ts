import { type Insertable, sql } from 'kysely';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { lockByName, tryLockSession, unlockSession } from '../../../platform/db/advisory-lock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createClient } from '../../../platform/db/hosts.ts';
import { exportedColumns, restoredColumns } from './archived-scan.queries.ts';

export interface ArchivedMonth {
  /** `2025-01`, in UTC, as in scan ids. */
  month: string;
  /** Written: read from the file, but the partition still exists. Restored: read from the database again. */
  state: 'written' | 'archived' | 'restored';
  path: string;
  bytes: number;
  sha256: Buffer;
  scans: number;
  digest: string;
  firstScanId: string | null;
  lastScanId: string | null;
}

const select = (db: Db) =>
  db
    .selectFrom('scanArchive')
    .select(['month', 'state', 'path', 'bytes', 'sha256', 'scans', 'digest', 'firstScanId', 'lastScanId'])
    // checked by the table
    .$castTo<ArchivedMonth>();

/** Newest first. */
export const list = (db: Db) => select(db).orderBy('month', 'desc').execute();

/** Months that are read from files, newest first; only those with scans of `batchIds`, if present. */
export function listArchived(db: Db, batchIds?: readonly number[]): Promise<ArchivedMonth[]> {
  const months = select(db).where('state', '<>', 'restored').orderBy('month', 'desc');
  return (batchIds ? months.where(sql<boolean>`batches ?| ${batchIds.map(String)}::text[]`) : months).execute();
}

export const find = (db: Db, month: string): Promise<ArchivedMonth | undefined> => select(db).where('month', '=', month).executeTakeFirst();

/** Undefined if the month is still in the database. */
export const findArchived = (db: Db, month: string): Promise<ArchivedMonth | undefined> =>
  select(db).where('month', '=', month).where('state', '=', 'archived').executeTakeFirst();

/** Replaces the row of a restored month. */
export const insert = (db: Db, row: Insertable<Database['scanArchive']>) =>
  db
    .insertInto('scanArchive')
    .values(row)
    .onConflict((conflict) => conflict.column('month').doUpdateSet({ ...row, archiveTime: sql`now()` }))
    .execute();

export const setState = (db: Db, month: string, state: 'archived' | 'restored') =>
  db.updateTable('scanArchive').set({ state }).where('month', '=', month).execute();

export const remove = (db: Db, month: string) => db.deleteFrom('scanArchive').where('month', '=', month).execute();

const tableOf = (month: string) => `scan_${month.replace('-', '')}`;
const table = (month: string) => sql.table(tableOf(month));
const monthStart = (month: string) => sql`(${`${month}-01`}::timestamp at time zone 'UTC')`;
const monthEnd = (month: string) => sql`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC')`;

/** Claims the lock on archiving until the session ends. */
export async function tryLock(session: Db): Promise<boolean> {
  const isTaken = await tryLockSession(session, 'scan-archive');
  await sql`set statement_timeout = 0`.execute(session);
  await sql`set lock_timeout = 0`.execute(session);
  return isTaken;
}

export const unlock = (session: Db) => unlockSession(session, 'scan-archive');

/** Serializes the start and end of legal holds with the decision to archive, until the transaction ends. */
export const lockHolds = (db: Db) => lockByName(db, 'legal-hold');

/** Months with a partition that ended at least `months` months before the current one, oldest first. */
export async function listDue(db: Db, months: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select substr(c.relname, 6, 4) || '-' || substr(c.relname, 10, 2) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'scan'::regclass and c.relname ~ '^scan_[0-9]{6}$'
      and c.relname < 'scan_' || to_char(now() at time zone 'UTC' - ${months} * interval '1 month', 'YYYYMM')
      and not exists (select from scan_archive a where a.state = 'restored' and a.month = substr(c.relname, 6, 4) || '-' || substr(c.relname, 10, 2))
    union select month from scan_archive where state = 'written' order by 1`.execute(db);
  return rows.map(({ month }) => month);
}

export async function findFirstUser(db: Db): Promise<number> {
  const { userId } = await db.selectFrom('users').select('userId').orderBy('userId').limit(1).executeTakeFirstOrThrow();
  return userId;
}

export type PartitionState = 'attached' | 'detaching' | 'detached' | 'absent';

export async function partitionState(db: Db, month: string): Promise<PartitionState> {
  const { rows } = await sql<{ state: PartitionState }>`
    select case when c.oid is null then 'absent' when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
    from (select to_regclass(${`public.${tableOf(month)}`}) as oid) c left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = 'scan'::regclass`.execute(
    db,
  );
  return rows[0]!.state;
}

export interface Obstacles {
  /** Ids of two days around now may still be added. */
  isRecent: boolean;
  /** Number of a batch on legal hold with scans in the month. */
  heldBatch: string | null;
  /** Scans that the figures do not contain yet. */
  isUncounted: boolean;
  /** Suspect scans that wait for their case. */
  isQueued: boolean;
}

/** Reasons why the partition must stay. */
export async function findObstacles(db: Db, month: string): Promise<Obstacles> {
  const { rows } = await sql<Obstacles>`
    select ${monthEnd(month)} > now() - interval '2 days' as is_recent,
      (select b.batch_no from batch b where b.legal_hold and exists (select from ${table(month)} r where r.batch_id = b.batch_id) limit 1) as held_batch,
      not exists (select from scan_follow)
        or exists (select from ${table(month)} where tx >= (select tx from scan_follow)) as is_uncounted,
      exists (select from scan_case_inbox where scan_id >= uuid7_floor(${monthStart(month)}) and scan_id < uuid7_floor(${monthEnd(month)})) as is_queued`.execute(
    db,
  );
  return rows[0]!;
}

export interface Totals {
  scans: string;
  digest: string;
  firstScanId: string | null;
  lastScanId: string | null;
}

/** Exported values; the order is that of `exportedColumns`. `inet_send`: family, bits, a flag, length, address. */
const values = [
  ...['r.scan_id', '(extract(epoch from r.scan_time) * 1000000)::bigint', 'r.verdict', 'r.reason', 'r.session_no', 'r.batch_id', 'r.level'],
  ...['r.ordinal', 'r.code_text', `encode(r.device, 'hex')`, `encode(inet_send(r.ip), 'hex')`, 'r.region_code', 'r.region', 'r.channel'],
  ...['r.agent', 'r.pin_answers', 'r.lng', 'r.lat', 'r.holder_id', 'r.accuracy', 'r.consumer_verdict'],
];

const hashed = values.map((value, index) => (index < 3 ? `${value}::text` : String.raw`coalesce(${value}::text, '\N')`)).join(', ');

/** Number of scans and the sum over a hash of each, as DuckDB computes them (archived-scan.queries.ts). */
export async function total(db: Db, month: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*)::text as scans, coalesce(sum(('x' || left(md5(concat_ws(chr(31), ${sql.raw(hashed)})), 15))::bit(60)::bigint), 0)::text as digest,
      (select scan_id from ${table(month)} order by scan_id limit 1) as first_scan_id,
      (select scan_id from ${table(month)} order by scan_id desc limit 1) as last_scan_id
    from ${table(month)} r`.execute(db);
  return rows[0]!;
}

export const liftTimeLimit = (tx: Db) => sql`set local statement_timeout = 0`.execute(tx);

/** A connection of the owner for COPY. */
export async function openCopy(url: string) {
  const client = createClient(url, { application_name: 'suyuan archive' });
  await client.connect();
  await client.query('set statement_timeout = 0');
  return {
    /** Lines of `exportedColumns`. */
    read: (month: string) =>
      client.query(
        copyTo(`copy (select ${values.map((value, index) => `${value} as ${exportedColumns[index]}`).join(', ')},
          case when r.session_no = 1 and r.channel <> 'inspect' and abs(extract(epoch from r.scan_time - s.first_time)) < 0.001 then not exists (
            select from public.${tableOf(month)} o where o.batch_id = r.batch_id and o.ordinal = r.ordinal and o.level = r.level and o.session_no = 1
              and o.channel <> 'inspect' and (o.scan_time, o.scan_id) < (r.scan_time, r.scan_id)) else false end
          from public.${tableOf(month)} r left join scan_state s on s.batch_id = r.batch_id and s.level = r.level and s.ordinal = r.ordinal)
          to stdout (format csv)`),
      ),
    /** Lines of `restoredColumns`. */
    write: (month: string) =>
      client.query(copyFrom(`copy public.${tableOf(month)} (${restoredColumns.join(', ')}) from stdin (format csv)`)),
    close: () => client.end(),
  };
}

/** Blocks neither scans nor lists. Completes an interrupted call, also of another month: PostgreSQL allows one at a time. */
export async function detach(session: Db, month: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'scan'::regclass and inhdetachpending`.execute(session);
  for (const { name } of rows) await sql`alter table scan detach partition ${sql.raw(name)} finalize`.execute(session);
  if (!rows.some(({ name }) => name === tableOf(month)))
    await sql`alter table scan detach partition ${table(month)} concurrently`.execute(session);
}

/** Blocks neither scans nor lists. The check spares the scan of the partition. */
export async function attach(db: Db, month: string): Promise<void> {
  const { rows } = await sql<{
    low: string;
    high: string;
  }>`select uuid7_floor(${monthStart(month)}) as low, uuid7_floor(${monthEnd(month)}) as high`.execute(db);
  const { low, high } = rows[0]!;
  await sql`alter table ${table(month)} add constraint scan_month_check check (scan_id is not null and scan_id >= ${sql.lit(low)} and scan_id < ${sql.lit(high)})`.execute(
    db,
  );
  await sql`alter table scan attach partition ${table(month)} for values from (${sql.lit(low)}) to (${sql.lit(high)})`.execute(db);
  await sql`alter table ${table(month)} drop constraint scan_month_check`.execute(db);
}

export const drop = (db: Db, month: string) => sql`drop table ${table(month)}`.execute(db);

/** Without indexes, which `attach` creates, and without transaction numbers, because the figures contain the scans already. */
export async function createTable(db: Db, month: string): Promise<void> {
  await sql`create table ${table(month)} (like scan including defaults including constraints including storage)`.execute(db);
  await sql`alter table ${table(month)} alter column tx drop default`.execute(db);
}

export const analyze = (db: Db, month: string) => sql`analyze ${table(month)}`.execute(db);
