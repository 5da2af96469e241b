import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Overlap of two runs; covers events whose transaction commits late. */
const OVERLAP = '2 minutes';

/** Claims the lock until the transaction ends; false if another process holds it, or scans were never followed. */
export async function tryLockCodeDays(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('suyuan/code-follow', 0)) as mine
    from scan_follow`.execute(db);
  return rows[0]?.mine ?? false;
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
    with stand as (
      select b.batch_id, t.status, sum(t.count) as count from unnest(${batchIds}::bigint[]) as b(batch_id)
        cross join lateral code_standing(b.batch_id, 0) t group by 1, 2
    ), noted as (
      select batch_id, status, sum(change) as count from code_day where batch_id = any(${batchIds}::bigint[]) group by 1, 2
    ), missing as (
      select batch_id, status, coalesce(stand.count, 0) - coalesce(noted.count, 0) as change from stand full join noted using (batch_id, status)
    )
    insert into code_day as known (batch_id, day, status, change)
    select m.batch_id, coalesce((select max(e.event_time)::date from batch_event e where e.batch_id = m.batch_id), current_date), m.status, m.change
    from missing m where m.change <> 0 order by 1, 2, 3
    on conflict on constraint code_day_pkey do update set change = known.change + excluded.change`.execute(db);
}
