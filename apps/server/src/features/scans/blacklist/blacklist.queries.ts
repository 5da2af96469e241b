import { blacklists, type QueryOf, type RecordOf } from '@suyuan/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { codeKeyColumn, codeKeyParameter } from '../../../platform/db/layout.ts';
import { page } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Blacklists = typeof blacklists;

const visible = (scope: DataScope) => inScope(scope, { dept: 'blacklist.deptId', user: 'blacklist.createBy' });

/** Holds the place of a code; the service derives the text. */
export type EntryRow = RecordOf<Blacklists> & { level: number | null };

const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('blacklist')
    .leftJoin('batch', 'batch.batchId', 'blacklist.batchId')
    .leftJoin('users', 'users.userId', 'blacklist.createBy')
    .leftJoin('users as editor', 'editor.userId', 'blacklist.updateBy')
    .select(['blacklistId', 'kind', 'blacklist.batchId', 'batchNo', 'level', 'reason', 'caseId', 'blacklist.createTime'])
    .select(['blacklist.updateTime', 'blacklist.version', 'users.userName as createBy', 'editor.userName as updateBy'])
    .select(sql<number | null>`blacklist.ordinal + 1`.as('ordinal'))
    // a device prefix, or a single address without prefix length
    .select(sql<string>`coalesce(left(blacklist.device, 12), abbrev(blacklist.network::inet), '')`.as('target'))
    // a check constraint guarantees the kinds
    .$castTo<EntryRow>()
    .where(visible(scope));

interface EntryFilter extends Omit<QueryOf<Blacklists>, 'target'> {
  place?: { batchId: number; level: number; ordinal: number } | undefined;
  device?: string | undefined;
  network?: string | undefined;
}

export function list(db: Db, scope: DataScope, { place, device, network, paging, ...filters }: EntryFilter) {
  let rows = whereFields(select(db, scope), blacklists, 'blacklist', filters);
  if (place)
    rows = rows
      .where('blacklist.batchId', '=', place.batchId)
      .where('blacklist.level', '=', place.level)
      .where('blacklist.ordinal', '=', place.ordinal);
  if (device) rows = rows.where(sql<boolean>`starts_with(device, ${device}) or starts_with(${device}, device)`);
  if (network) rows = rows.where(sql<boolean>`network && ${network}::inet`);
  return page(rows, 'blacklistId', paging);
}

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('blacklistId', '=', id).executeTakeFirst();

type NewEntry = Insertable<Database['blacklist']> & { kind: 'code' | 'device' | 'address' };

/** Without a department, a code belongs to its batch's. Undefined if the target is on the list already. */
export const insert = (db: Db, { network, deptId, ...row }: NewEntry) =>
  db
    .insertInto('blacklist')
    .values({
      ...row,
      deptId: sql<number | null>`coalesce(${deptId}::bigint, (select dept_id from batch where batch_id = ${row.batchId ?? null}::bigint))`,
      ...(network && { network: sql<string>`network(${network}::inet)` }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blacklistId')
    .executeTakeFirst();

/** Marks the counter row, which the next scan reads; creates it for a code that was never scanned. */
export const setBlocked = (db: Db, { batchId, level, ordinal }: { batchId: number; level: number; ordinal: number }, blocked: boolean) =>
  sql`insert into scan_state as held (${codeKeyColumn()}batch_id, level, ordinal, blocked)
    values (${codeKeyParameter({ batchId, level, ordinal })}${batchId}, ${level}, ${ordinal}, ${blocked})
    on conflict on constraint scan_state_pkey do update set blocked = excluded.blocked`.execute(db);

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .deleteFrom('blacklist')
    .where('blacklistId', 'in', ids)
    .where(visible(scope))
    .returning(['kind', 'batchId', 'level', 'ordinal', 'caseId'])
    .execute();
