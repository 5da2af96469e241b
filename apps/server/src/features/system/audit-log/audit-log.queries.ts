import { auditLogs, type Language, type QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { tryLockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { between, matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { columnIn } from '../../../platform/translations.ts';

/** Row data for the chain; `content` is null if the row is missing. */
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

/** The complete row as text, independent of the session's time zone. */
const rowContent = sql<string>`json_build_array(oper_id, title, business_type, method, request_method, operator_type, oper_name, dept_name, oper_url,
  oper_ip, oper_location, oper_param, json_result, status, error_msg, (extract(epoch from oper_time) * 1000000)::bigint, cost_time)::text`;

/** Tries to take the sealing lock, held until the transaction ends. */
export const tryLock = (db: Db) => tryLockByName(db, 'operlog-seal');

export async function listWaiting(db: Db, limit: number): Promise<Sealable[]> {
  const { rows } = await sql<Sealable>`
    select oper_id, case when title is not null then ${rowContent} end as content
    from (select oper_id from audit_log_unsealed order by oper_id limit ${limit}) pending left join audit_log using (oper_id)
    order by oper_id`.execute(db);
  return rows;
}

/** The end of the chain; undefined if nothing is sealed yet. */
export const lastSeal = (db: Db) =>
  db.selectFrom('auditLogSeal').select(['seal', 'operId', 'rowHash', 'hash']).orderBy('seal', 'desc').limit(1).executeTakeFirst();

/** Hash of a link; undefined if the number does not exist. */
export const findHash = async (db: Db, seal: number): Promise<Buffer | undefined> =>
  (await db.selectFrom('auditLogSeal').select('hash').where('seal', '=', seal).executeTakeFirst())?.hash;

/** Hashes of links by number, as hexadecimal text. */
export async function hashesOf(db: Db, seals: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('auditLogSeal').select(['seal', 'hash']).where(sql<boolean>`seal = any(${seals}::bigint[])`).execute();
  return new Map(rows.map(({ seal, hash }) => [seal, hash.toString('hex')]));
}

/** Stores seals. A trigger removes their rows from the unsealed list. */
export const insert = (db: Db, seals: readonly Seal[]) =>
  db
    .insertInto('auditLogSeal')
    .values([...seals])
    .execute();

/** Seals after `seal`, each with the current content of its row. */
export async function listAfter(db: Db, seal: number, limit: number): Promise<(Seal & Sealable)[]> {
  const { rows } = await sql<Seal & Sealable>`
    select seal, oper_id, row_hash, hash, case when title is not null then ${rowContent} end as content
    from (select * from audit_log_seal where seal > ${seal} order by seal limit ${limit}) chain left join audit_log using (oper_id)
    order by seal`.execute(db);
  return rows;
}

/** The first row that is neither sealed nor waiting: it was inserted without the server. */
export async function findUnknownRow(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ operId: number }>`
    select oper_id from audit_log
    where not exists (select from audit_log_seal s where s.oper_id = audit_log.oper_id)
      and not exists (select from audit_log_unsealed u where u.oper_id = audit_log.oper_id)
    order by oper_id limit 1`.execute(db);
  return rows[0]?.operId;
}

/** The link of a row with its current content and the previous link; undefined if not sealed. */
export async function findLink(
  db: Db,
  operId: number,
): Promise<(Seal & Sealable & { sealTime: string; before: Seal | undefined }) | undefined> {
  const { rows } = await sql<Seal & Sealable & { sealTime: string }>`
    select seal, oper_id, row_hash, hash, seal_time, case when title is not null then ${rowContent} end as content
    from (select * from audit_log_seal where seal = (select seal from audit_log_seal where oper_id = ${operId})
      or seal = (select seal from audit_log_seal where oper_id = ${operId}) - 1) chain left join audit_log using (oper_id)
    order by seal desc`.execute(db);
  const [row, before] = rows;
  return row && { ...row, before };
}

export async function isWaiting(db: Db, operId: number): Promise<boolean> {
  return (await db.selectFrom('auditLogUnsealed').select('operId').where('operId', '=', operId).executeTakeFirst()) !== undefined;
}

/** Number of sealed and of waiting rows. */
export async function countSeals(db: Db): Promise<{ sealed: number; waiting: number }> {
  const { rows } = await sql<{ sealed: number; waiting: number }>`
    select coalesce((select max(seal) from audit_log_seal), 0) as sealed, (select count(*) from audit_log_unsealed) as waiting`.execute(db);
  return rows[0] ?? { sealed: 0, waiting: 0 };
}

/** Stores the verification result in `monitor_alarm`, which clearing a log does not affect. */
export const recordVerification = (db: Db, result: string) =>
  sql`insert into monitor_alarm (alarm, raise_time) values (${`operlog:${result}`}, now())
    on conflict (alarm) do update set raise_time = now()`.execute(db);

/** The last verification result; undefined if there was none. */
export async function findLastVerification(db: Db): Promise<{ found: string; time: string } | undefined> {
  const { rows } = await sql<{ found: string; time: string }>`
    select substr(alarm, 9) as found, raise_time as time from monitor_alarm where alarm like 'operlog:%' order by raise_time desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Rows in RuoYi's format. Only here is a status a number. */
const select = (db: Db) =>
  db
    .selectFrom('auditLog')
    .select([
      'operId',
      'title',
      'businessType',
      'method',
      'requestMethod',
      'operatorType',
      'operName',
      'deptName',
      'operUrl',
      'operIp',
      'operParam',
      'jsonResult',
      sql<number>`status::int`.as('status'),
      'errorMsg',
      'operTime',
      'costTime',
    ]);

/** Whether a row was archived, singly or by clearing the log. */
const isArchived = sql<boolean>`(oper_id <= (select coalesce(max(up_to), 0) from audit_log_clearing)
  or exists (select from audit_log_removed r where r.oper_id = audit_log.oper_id))`;

/** @param seeds titles of modules */
export function list(db: Db, { archived, beginTime, endTime, paging, ...filters }: QueryOf<typeof auditLogs>, seeds: readonly SeedName[]) {
  const titled = { column: 'title', key: sql.ref<string>('title'), seeds };
  const rows = select(db)
    .where(between('operTime', beginTime, endTime))
    .where(archived === 1 ? isArchived : sql<boolean>`not ${isArchived}`);
  const filtered = whereFields(rows, auditLogs, 'auditLog', filters, {
    title: (title) => matchesDisplayName(titled, title),
    businessTypes: (types) => (types.length > 0 ? sql<boolean>`business_type in (${sql.join(types)})` : sql<boolean>`true`),
    status: (status) => sql<boolean>`audit_log.status = ${String(status)}`,
  });
  return page(filtered, 'operId', paging);
}

/** One row, archived or not. */
export const find = (db: Db, operId: number) => select(db).where('operId', '=', operId).executeTakeFirst();

/** The last run of the verification job, if it failed after the last verification. */
export const lastFailure = (db: Db, language: Language) =>
  db
    .selectFrom('jobLog')
    .select(['endTime', columnIn(language, 'jobLog', 'exceptionInfo').as('exceptionInfo')])
    .where('invokeTarget', 'like', 'operlog.check%')
    .where('status', '=', '1')
    .where('endTime', 'is not', null)
    .where('startTime', '>', sql<string>`(select coalesce(max(raise_time), '-infinity') from monitor_alarm where alarm like 'operlog:%')`)
    .orderBy('jobLogId', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Archives rows and returns those that were not archived yet. */
export const remove = (db: Db, operIds: readonly number[], userId: number) =>
  db
    .insertInto('auditLogRemoved')
    .columns(['operId', 'removeBy'])
    .expression((eb) =>
      eb
        .selectFrom('auditLog')
        .select(['operId', sql<number>`${userId}::bigint`.as('removeBy')])
        .where('operId', 'in', operIds)
        .where(sql<boolean>`not ${isArchived}`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('operId')
    .execute();

/** Archives all rows written so far. */
export const clear = (db: Db, userId: number) =>
  sql`insert into audit_log_clearing (up_to, clear_by) select max(oper_id), ${userId}::bigint from audit_log having max(oper_id) is not null
    on conflict do nothing`.execute(db);
