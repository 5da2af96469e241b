import { type Paging, type QueryOf, type RecordOf, signInLogs } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { deleteInBatches } from '../../../platform/db/maintenance.ts';
import { between, page } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';

type SignInLogs = typeof signInLogs;

export function list(db: Db, { beginTime, endTime, paging, ...filters }: QueryOf<SignInLogs>) {
  const rows = db
    .selectFrom('signInLog')
    .select(['infoId', 'userName', 'ipaddr', 'loginLocation', 'browser', 'os', 'status', 'msg', 'loginTime'])
    // A check constraint guarantees the flag.
    .$castTo<RecordOf<SignInLogs>>()
    .where(between('loginTime', beginTime, endTime));
  return page(whereFields(rows, signInLogs, 'signInLog', filters), 'infoId', paging);
}

/** Entries of a user name since the account was created; an earlier account may have had the name. */
export const ownList = (db: Db, userId: number, paging: Paging) =>
  page(
    db
      .selectFrom('signInLog')
      .innerJoin('users', (join) => join.on(sql`lower(sign_in_log.user_name)`, '=', sql`lower(users.user_name)`))
      .select(['infoId', 'ipaddr', 'loginLocation', 'browser', 'os', 'signInLog.status', 'msg', 'loginTime'])
      .where('users.userId', '=', userId)
      .whereRef('loginTime', '>=', 'users.createTime'),
    'infoId',
    paging,
  );

export interface Attempt {
  userName: string;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  status: '0' | '1';
  msg: string;
}

export const insert = (db: Db, row: Attempt) => db.insertInto('signInLog').values(row).execute();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('signInLog').where('infoId', 'in', ids).returning('infoId').execute();

export const clean = (db: Db) => deleteInBatches(db, 'signInLog', sql`true`);

/** Removes entries older than `days`. Returns their number. */
export const retain = (db: Db, days: number) => deleteInBatches(db, 'signInLog', sql`login_time < now() - make_interval(days => ${days})`);
