import type { operlogs, QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { between, contains, page } from '../../../db/page.ts';

/** Rows as the family shows them: here alone a status is a number. */
const select = (db: Db) =>
  db
    .selectFrom('operlog')
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
      'operLocation',
      'operParam',
      'jsonResult',
      sql<number>`status::int`.as('status'),
      'errorMsg',
      'operTime',
      'costTime',
    ]);

export function list(db: Db, query: QueryOf<typeof operlogs>) {
  const { title, operName, operIp, businessType, status, beginTime, endTime, paging } = query;
  let rows = select(db).where(between('operTime', beginTime, endTime));
  if (title) rows = rows.where(contains('title', title));
  if (operName) rows = rows.where(contains('operName', operName));
  if (operIp) rows = rows.where(contains('operIp', operIp));
  if (businessType !== undefined) rows = rows.where('businessType', '=', businessType);
  if (status !== undefined) rows = rows.where('operlog.status', '=', String(status));
  return page(rows, 'operId', paging);
}
