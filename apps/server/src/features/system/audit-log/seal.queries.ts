import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** A row as the chain sees it; `content` is null where the row is gone. */
interface Sealable {
  operId: number;
  content: string | null;
}

export interface Seal {
  seal: number;
  operId: number;
  rowHash: Buffer;
  hash: Buffer;
}

/** Everything that a row says, as one text that does not depend on the session's time zone. */
const CONTENT = sql<string>`json_build_array(oper_id, title, business_type, method, request_method, operator_type, oper_name, dept_name, oper_url,
  oper_ip, oper_location, oper_param, json_result, status, error_msg, (extract(epoch from oper_time) * 1000000)::bigint, cost_time)::text`;

/** Tells whether this transaction alone seals; it does until it ends. */
export async function takeTurn(db: Db): Promise<boolean> {
  const { rows: answer } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('suyuan/operlog-seal', 0)) as mine`.execute(db);
  return answer[0]?.mine ?? false;
}

/** The oldest rows that wait for their seal. */
export async function waiting(db: Db, limit: number): Promise<Sealable[]> {
  const { rows: found } = await sql<Sealable>`
    select oper_id, case when title is not null then ${CONTENT} end as content
    from (select oper_id from operlog_unsealed order by oper_id limit ${limit}) pending left join operlog using (oper_id)
    order by oper_id`.execute(db);
  return found;
}

/** The end of the chain; undefined: nothing is sealed yet. */
export const lastSeal = (db: Db) =>
  db.selectFrom('operlogSeal').select(['seal', 'operId', 'rowHash', 'hash']).orderBy('seal', 'desc').limit(1).executeTakeFirst();

/** The hash of a link; undefined where the chain has none of that number. */
export const hashAt = async (db: Db, seal: number): Promise<Buffer | undefined> =>
  (await db.selectFrom('operlogSeal').select('hash').where('seal', '=', seal).executeTakeFirst())?.hash;

/** Files the seals; a trigger takes their rows off those that wait. */
export const file = (db: Db, seals: readonly Seal[]) =>
  db
    .insertInto('operlogSeal')
    .values([...seals])
    .execute();

/** The seals after `seal`, each with its row as it reads now. */
export async function after(db: Db, seal: number, limit: number): Promise<(Seal & Sealable)[]> {
  const { rows: found } = await sql<Seal & Sealable>`
    select seal, oper_id, row_hash, hash, case when title is not null then ${CONTENT} end as content
    from (select * from operlog_seal where seal > ${seal} order by seal limit ${limit}) chain left join operlog using (oper_id)
    order by seal`.execute(db);
  return found;
}

/** The first row that nobody sealed and that does not wait for it: it was put there past the server. */
export async function stranger(db: Db): Promise<number | undefined> {
  const { rows: found } = await sql<{ operId: number }>`
    select oper_id from operlog
    where not exists (select from operlog_seal s where s.oper_id = operlog.oper_id)
      and not exists (select from operlog_unsealed u where u.oper_id = operlog.oper_id)
    order by oper_id limit 1`.execute(db);
  return found[0]?.operId;
}

/** The link of one row with its row as it reads now and the link before it; undefined where it is not sealed. */
export async function linkOf(
  db: Db,
  operId: number,
): Promise<(Seal & Sealable & { sealTime: string; before: Seal | undefined }) | undefined> {
  const { rows: found } = await sql<Seal & Sealable & { sealTime: string }>`
    select seal, oper_id, row_hash, hash, seal_time, case when title is not null then ${CONTENT} end as content
    from (select * from operlog_seal where seal = (select seal from operlog_seal where oper_id = ${operId})
      or seal = (select seal from operlog_seal where oper_id = ${operId}) - 1) chain left join operlog using (oper_id)
    order by seal desc`.execute(db);
  const [row, before] = found;
  return row && { ...row, before };
}

/** Tells whether a row waits for its seal. */
export async function isWaiting(db: Db, operId: number): Promise<boolean> {
  return (await db.selectFrom('operlogUnsealed').select('operId').where('operId', '=', operId).executeTakeFirst()) !== undefined;
}

/** Rows that are sealed, and that wait for it. */
export async function length(db: Db): Promise<{ sealed: number; waiting: number }> {
  const { rows: found } = await sql<{ sealed: number; waiting: number }>`
    select coalesce((select max(seal) from operlog_seal), 0) as sealed, (select count(*) from operlog_unsealed) as waiting`.execute(db);
  return found[0] ?? { sealed: 0, waiting: 0 };
}

/** Keeps what a look at the whole chain found among what operators were told of, where no clearing of a log reaches. */
export const noteCheck = (db: Db, found: string) =>
  sql`insert into monitor_alarm (alarm, raise_time) values (${`operlog:${found}`}, now())
    on conflict (alarm) do update set raise_time = now()`.execute(db);

/** What the last look found, and when; undefined: nobody has looked. */
export async function lastCheck(db: Db): Promise<{ found: string; time: string } | undefined> {
  const { rows: answer } = await sql<{ found: string; time: string }>`
    select substr(alarm, 9) as found, raise_time as time from monitor_alarm where alarm like 'operlog:%' order by raise_time desc limit 1`.execute(
    db,
  );
  return answer[0];
}
