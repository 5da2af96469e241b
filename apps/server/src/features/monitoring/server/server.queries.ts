import { SAMPLES_KEPT_SECONDS, type ServerProcess, type ServerSample } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Seconds without a sample after which a process is considered dead. */
const TIMEOUT_SECONDS = 60;

interface ProcessIdentity {
  processId: string;
  role: string;
  hostName: string;
  pid: number;
  startTime: string;
}

/** Stores a heartbeat and a sample, and removes expired ones, in one statement. */
export const recordSample = (db: Db, { processId, role, hostName, pid, startTime }: ProcessIdentity, figures: Omit<ServerSample, 'at'>) =>
  sql`with current_process as (
      insert into process (process_id, role, host_name, pid, start_time) values (${processId}, ${role}, ${hostName}, ${pid}, ${startTime})
      on conflict (process_id) do update set seen_time = now()),
    expired_processes as (delete from process where seen_time < now() - make_interval(secs => ${SAMPLES_KEPT_SECONDS})),
    expired_samples as (delete from process_sample where sample_time < now() - make_interval(secs => ${SAMPLES_KEPT_SECONDS}))
    insert into process_sample (process_id, figures) values (${processId}, ${JSON.stringify(figures)}::jsonb) on conflict do nothing`.execute(
    db,
  );

/** Removes a process on shutdown. */
export async function removeProcess(db: Db, processId: string) {
  await db.deleteFrom('process').where('processId', '=', processId).execute();
  await db.deleteFrom('processSample').where('processId', '=', processId).execute();
}

export const listProcesses = (db: Db, self: string): Promise<ServerProcess[]> =>
  db
    .selectFrom('process')
    .select(['processId', 'role', 'hostName', 'pid', 'startTime'])
    .select([sql<number>`extract(epoch from now() - seen_time)::int`.as('silent'), sql<boolean>`process_id = ${self}::uuid`.as('current')])
    .where('seenTime', '>', sql<string>`now() - make_interval(secs => ${TIMEOUT_SECONDS})`)
    .orderBy('role')
    .orderBy('startTime')
    .limit(200)
    .execute();

/** Samples of the last 15 minutes, oldest first. */
export async function listSamples(db: Db, processId: string): Promise<ServerSample[]> {
  const { rows } = await sql<{ at: number; figures: Omit<ServerSample, 'at'> }>`
    select floor(extract(epoch from sample_time) * 1000)::float8 as at, figures from process_sample
    where process_id = ${processId} order by sample_time limit 1000`.execute(db);
  return rows.map(({ at, figures }) => ({ at, ...figures }));
}

/** Claims an alarm; true at most once per `hours` over all processes. */
export async function claimAlarm(db: Db, alarm: string, hours = 1): Promise<boolean> {
  const { rows } = await sql`
    insert into monitor_alarm (alarm, raise_time) values (${alarm}, now())
    on conflict (alarm) do update set raise_time = now() where monitor_alarm.raise_time < now() - ${hours} * interval '1 hour'
    returning 1`.execute(db);
  return rows.length > 0;
}
