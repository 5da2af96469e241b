import type { Paging, QueryOf, RecordOf, signInLogs } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { between, contains, page } from '../../../platform/db/page.ts';

type SignInLogs = typeof signInLogs;

export function list(db: Db, { ipaddr, userName, status, beginTime, endTime, paging }: QueryOf<SignInLogs>) {
  let rows = db
    .selectFrom('logininfor')
    .select(['infoId', 'userName', 'ipaddr', 'loginLocation', 'browser', 'os', 'status', 'msg', 'loginTime'])
    // The table checks that the flag is one.
    .$castTo<RecordOf<SignInLogs>>()
    .where(between('loginTime', beginTime, endTime));
  if (ipaddr) rows = rows.where(contains('ipaddr', ipaddr));
  if (userName) rows = rows.where(contains('userName', userName));
  if (status) rows = rows.where('status', '=', status);
  return page(rows, 'infoId', paging);
}

/** What is noted of one user since the account was opened, whoever typed its name; another account may have had it before. */
export const ownList = (db: Db, userId: number, paging: Paging) =>
  page(
    db
      .selectFrom('logininfor')
      .innerJoin('users', (join) => join.on(sql`lower(logininfor.user_name)`, '=', sql`lower(users.user_name)`))
      .select(['infoId', 'ipaddr', 'loginLocation', 'browser', 'os', 'logininfor.status', 'msg', 'loginTime'])
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

export const insert = (db: Db, row: Attempt) => db.insertInto('logininfor').values(row).execute();

/** Answers what was there of `ids`. */
export const remove = (db: Db, ids: number[]) => db.deleteFrom('logininfor').where('infoId', 'in', ids).returning('infoId').execute();

/** Empties the log. */
export const clean = (db: Db) => db.deleteFrom('logininfor').execute();

/** Removes what is older than some days; resolves to how many. */
export const retain = async (db: Db, days: number) =>
  Number(
    (await db.deleteFrom('logininfor').where('loginTime', '<', sql<string>`now() - make_interval(days => ${days})`).executeTakeFirst())
      .numDeletedRows,
  );
