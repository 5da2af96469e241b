import { type RawBuilder, sql } from 'kysely';
import { lockByName, tryLockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { onSameNode } from '../../../platform/db/layout.ts';

/** Overlap of two runs; covers events whose transaction commits late. */
const OVERLAP = '2 minutes';

/** Takes the lock until the transaction ends; false if another process holds it, or scans were never followed. */
export async function tryLockCodeDays(db: Db): Promise<boolean> {
  if (!(await tryLockByName(db, 'code-follow'))) return false;
  return (await db.selectFrom('scanFollow').select('origin').executeTakeFirst()) !== undefined;
}

/** Issued batches with code events since the last run; sets the time of this run. */
export async function listChangedBatches(db: Db): Promise<number[]> {
  const { rows } = await sql<{ batchId: number }>`
    with before as (select code_time from scan_follow), now as (update scan_follow set code_time = now())
    select distinct e.batch_id from batch_event e join batch b on b.batch_id = e.batch_id
    where e.event_time >= (select code_time - ${OVERLAP}::interval from before) and b.issue_time is not null order by 1`.execute(db);
  return rows.map(({ batchId }) => batchId);
}

/** All batches with codes, for the complete run. */
export async function listIssuedBatches(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('batch').select('batchId').where('issueTime', 'is not', null).orderBy('batchId').execute();
  return rows.map(({ batchId }) => batchId);
}

/** Status changes since the last run, on the day of each batch's last event. A new batch gets its history from its events. */
export async function recordChanges(db: Db, batchIds: number[]) {
  await sql`
    insert into code_day (batch_id, day, status, change)
    select e.batch_id, e.event_time::date, s.status, sum(case when s.status = 'issued' and e.action = 'activate' then -1 else 1 end * coalesce(e.count, b.quantity))
    from batch_event e join batch b on b.batch_id = e.batch_id
      cross join lateral (select 'issued' as status union all select 'activated' where e.action = 'activate') s
    where e.batch_id = any(${batchIds}::bigint[]) and e.action in ('issued', 'activate') and coalesce(e.level, 0) = 0 and e.ordinals is null
      and not exists (select from code_day d where d.batch_id = e.batch_id)
    group by 1, 2, 3`.execute(db);
  await sql`
    with current as (
      select b.batch_id, t.status, sum(t.count) as count from unnest(${batchIds}::bigint[]) as b(batch_id)
        cross join lateral code_standing(b.batch_id, 0) t group by 1, 2
    ), recorded as (
      select batch_id, status, sum(change) as count from code_day where batch_id = any(${batchIds}::bigint[]) group by 1, 2
    ), missing as (
      select batch_id, status, coalesce(current.count, 0) - coalesce(recorded.count, 0) as change from current full join recorded using (batch_id, status)
    )
    insert into code_day as existing (batch_id, day, status, change)
    select m.batch_id, coalesce((select max(e.event_time)::date from batch_event e where e.batch_id = m.batch_id), current_date), m.status, m.change
    from missing m where m.change <> 0 order by 1, 2, 3
    on conflict on constraint code_day_pkey do update set change = existing.change + excluded.change`.execute(db);
}

export interface FollowProgress {
  origin: string;
  /** Scans of transactions below this id are counted. */
  tx: number;
}

/** Identity of this database, which differs from a copy with its own transaction ids. */
export async function origin(db: Db): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    select (select system_identifier from pg_control_system()) || '/' || oid as origin from pg_database where datname = current_database()`.execute(
    db,
  );
  return rows[0]?.origin ?? '';
}

/** Claims the lock until the transaction ends; undefined if another process holds it, `none` before the first run. */
export async function tryLock(db: Db): Promise<FollowProgress | 'none' | undefined> {
  if (!(await tryLockByName(db, 'scan-follow'))) return undefined;
  return (await db.selectFrom('scanFollow').select(['origin', 'tx']).executeTakeFirst()) ?? 'none';
}

/** Waits for the lock, and holds it until the transaction ends. */
export const waitForLock = (db: Db) => lockByName(db, 'scan-follow');

/** Disables the statement timeout until the transaction ends. */
export const liftTimeout = (db: Db) => sql`set local statement_timeout = 0`.execute(db);

/** Transactions of a worker that ran while `tx` was the lowest active one of the coordinator. */
interface WorkerHorizon {
  tx: number;
  /** Ids not yet assigned then, by worker. */
  ends: Map<string, number>;
}

const horizons = new WeakMap<Db, WorkerHorizon>();

/**
 * As `findLowestActiveTx`, on a cluster. A worker may commit after the coordinator, so a transaction counts as ended only when all that the
 * worker had then have ended. Each call completes the horizon of an earlier one.
 * @param pool key of the horizon
 */
export async function findLowestActiveTxOfCluster(pool: Db, db: Db): Promise<number> {
  const tx = await findLowestActiveTx(db);
  const { rows } = await sql<{ worker: string; success: boolean; snapshot: string }>`
    select nodename || ':' || nodeport as worker, success, result as snapshot
    from run_command_on_workers('select pg_snapshot_xmin(s) || ''/'' || pg_snapshot_xmax(s) from pg_current_snapshot() s')`.execute(db);
  const lost = rows.find(({ success }) => !success);
  if (lost) throw new Error(`worker ${lost.worker} does not answer: ${lost.snapshot}`);
  const workers = rows.map(({ worker, snapshot }) => {
    const [start = 0, end = 0] = snapshot.split('/').map(Number);
    return { worker, start, end };
  });
  const horizon = horizons.get(pool);
  const isOver = horizon && workers.every(({ worker, start }) => start >= (horizon.ends.get(worker) ?? 0));
  if (!horizon || isOver) horizons.set(pool, { tx, ends: new Map(workers.map(({ worker, end }) => [worker, end])) });
  if (workers.every(({ start, end }) => start === end)) return tx;
  return isOver ? horizon.tx : 0;
}

/** All transactions below this id have ended, so their scans are visible. */
export async function findLowestActiveTx(db: Db): Promise<number> {
  const { rows } = await sql<{ tx: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx`.execute(db);
  return rows[0]?.tx ?? 0;
}

export const recordProgress = (db: Db, { origin: of, tx }: FollowProgress) =>
  sql`insert into scan_follow (origin, tx) values (${of}, ${tx})
    on conflict (one) do update set origin = excluded.origin, tx = excluded.tx, follow_time = now()`.execute(db);

/** Adds the scans of transactions from `from` (inclusive) to `to` (exclusive). */
export const add = (db: Db, from: number, to: number) => addWhere(db, sql<boolean>`r.tx >= ${from} and r.tx < ${to}`);

export interface RetainedFigures {
  /** `YYYY-MM` in Asia/Shanghai. */
  month: string;
  scans: number;
}

/**
 * Replaces the figures of transactions below `tx`. Figures with fewer stored scans, as after a partition was detached, are kept and
 * returned by month. Figures of removed batches are deleted.
 */
export async function recount(db: Db, tx: number): Promise<RetainedFigures[]> {
  // once at the end rather than with each change
  await sql`set local suyuan.sums = 'later'`.execute(db);
  const { rows } = await sql<RetainedFigures>`
    with ${hoursOf(sql<boolean>`(r.tx is null or r.tx < ${tx})`)}, on_file as (
      select batch_id, hour, sum(scans) as scans from hours group by 1, 2
    ), kept as (
      select h.batch_id, h.hour, sum(h.scans) as scans from scan_hour h left join on_file o on o.batch_id = h.batch_id and o.hour = h.hour
      where h.batch_id = 0 or exists (select from batch b where b.batch_id = h.batch_id)
      group by 1, 2 having sum(h.scans) > coalesce(max(o.scans), 0)
    ), replaced as (
      delete from scan_hour h where not exists (select from kept k where k.batch_id = h.batch_id and k.hour = h.hour)
        and not exists (select from hours n where (n.batch_id, n.hour, n.region_code, n.holder_id, n.verdict, n.reason)
          = (h.batch_id, h.hour, h.region_code, h.holder_id, h.verdict, h.reason))
    ), written as (
      insert into scan_hour select * from hours n
        where not exists (select from kept k where k.batch_id = n.batch_id and k.hour = n.hour) order by 1, 2, 3, 4, 5, 6
      on conflict on constraint scan_hour_pkey do update set scans = excluded.scans, firsts = excluded.firsts
    )
    select to_char(hour, 'YYYY-MM') as month, sum(scans)::bigint as scans from kept group by 1 order by 1`.execute(db);
  await sql`delete from scan_day`.execute(db);
  await sql`insert into scan_day ${daysOf('scan_hour')}`.execute(db);
  await sql`select replace_scan_sums(min(day), max(day))
    from (select day from scan_place_day union all select hour::date from scan_hour) days`.execute(db);
  return rows;
}

/** Subtracts scans `r` before their removal; the daily sums require a rebuild afterwards. */
export async function subtract(db: Db, condition: RawBuilder<boolean>): Promise<void> {
  await waitForLock(db);
  await sql`
    with ${hoursOf(sql<boolean>`${condition} and (r.tx is null or r.tx < (select tx from scan_follow))`)}
    update scan_hour h set scans = h.scans - n.scans, firsts = h.firsts - n.firsts from hours n
    where (n.batch_id, n.hour, n.region_code, n.holder_id, n.verdict, n.reason) = (h.batch_id, h.hour, h.region_code, h.holder_id, h.verdict, h.reason)`.execute(
    db,
  );
}

export async function countScans(db: Db): Promise<number> {
  const { rows } = await sql<{ scans: string }>`select coalesce(sum(scans), 0) as scans from scan_hour`.execute(db);
  return Number(rows[0]?.scans);
}

/**
 * Clears transaction ids of the database that this is a copy of, so that scans are not counted twice. A row inserted here has the same id
 * in its `xmin`.
 */
export const clearTransactions = (db: Db, from: number) =>
  sql`update scan set tx = null where tx >= ${from} and xmin::text::bigint <> tx % 4294967296`.execute(db);

async function addWhere(db: Db, condition: RawBuilder<boolean>) {
  await sql`
    with ${hoursOf(condition)}, kept as (
      insert into scan_hour as known select * from hours order by 1, 2, 3, 4, 5, 6
      on conflict on constraint scan_hour_pkey do update set scans = known.scans + excluded.scans, firsts = known.firsts + excluded.firsts
    )
    insert into scan_day as known ${daysOf('hours')}
    on conflict on constraint scan_day_pkey do update set scans = known.scans + excluded.scans, firsts = known.firsts + excluded.firsts`.execute(
    db,
  );
}

/** CTE `hours`. The first scan of a code is the one at its counter's first time. */
const hoursOf = (condition: RawBuilder<boolean>) => sql`fresh as materialized (
      select r.scan_time, r.batch_id, r.level, r.ordinal, coalesce(r.region_code, '') as region_code, coalesce(r.holder_id, 0) as holder_id, r.verdict,
        coalesce(r.reason, '') as reason, r.session_no = 1 and s.first_time is not null
          and abs(extract(epoch from r.scan_time - s.first_time)) < 0.001
          and row_number() over (partition by r.batch_id, r.level, r.ordinal, r.session_no order by r.scan_time, r.scan_id) = 1 as is_first
      from scan r left join scan_state s on s.batch_id = r.batch_id and s.level = r.level and s.ordinal = r.ordinal and ${onSameNode('s', 'r')}
      -- scans by our own staff do not count as scans by consumers
      where ${condition} and r.channel <> 'inspect'
    ), hours as (
      select coalesce(batch_id, 0) as batch_id, date_trunc('hour', scan_time) as hour, region_code, holder_id, verdict, reason, count(*) as scans,
        count(*) filter (where is_first) as firsts
      from fresh group by 1, 2, 3, 4, 5, 6
    )`;

const daysOf = (hours: 'hours' | 'scan_hour') => sql`
    select h.hour::date, coalesce(b.category_id, 0), case when h.region_code = '' then '' else left(h.region_code, 2) || '0000' end, h.holder_id,
      h.verdict, h.reason, sum(h.scans), sum(h.firsts)
    from ${sql.table(hours)} h left join batch b on b.batch_id = h.batch_id group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`;
