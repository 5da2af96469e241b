import type { auditLogs, QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { between, contains, page } from '../../../platform/db/page.ts';

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

export function list(db: Db, query: QueryOf<typeof auditLogs>) {
  const { title, operName, operIp, businessType, businessTypes, status, archived, beginTime, endTime, paging } = query;
  let rows = select(db)
    .where(between('operTime', beginTime, endTime))
    .where(archived === 1 ? isArchived : sql<boolean>`not ${isArchived}`);
  if (title) rows = rows.where(contains('title', title));
  if (operName) rows = rows.where(contains('operName', operName));
  if (operIp) rows = rows.where(contains('operIp', operIp));
  if (businessType !== undefined) rows = rows.where('businessType', '=', businessType);
  if (businessTypes && businessTypes.length > 0) rows = rows.where('businessType', 'in', businessTypes);
  if (status !== undefined) rows = rows.where('auditLog.status', '=', String(status));
  return page(rows, 'operId', paging);
}

/** One row, archived or not. */
export const find = (db: Db, operId: number) => select(db).where('operId', '=', operId).executeTakeFirst();

/** The last run of the verification job, if it failed after the last verification. */
export const lastFailure = (db: Db) =>
  db
    .selectFrom('jobLog')
    .select(['endTime', 'exceptionInfo'])
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
