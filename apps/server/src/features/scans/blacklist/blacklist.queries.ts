import { blacklists, type QueryOf, type RecordOf } from '@suyuan/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { codeKeyColumn, codeKeyParameter } from '../../../platform/db/layout.ts';
import { page } from '../../../platform/db/page.ts';
import { type Caller, recordTable } from '../../../platform/db/record-table.ts';

type Blacklists = typeof blacklists;

/** Holds the place of a code; the service derives the text. */
export type EntryRow = RecordOf<Blacklists> & { level: number | null };

const blacklistTable = recordTable(blacklists, 'blacklist', {
  owned: true,
  columns: {
    batchNo: sql`(select batch_no from batch where batch.batch_id = blacklist.batch_id)`,
    ordinal: sql`blacklist.ordinal + 1`,
    // a device prefix, or a single address without prefix length
    target: sql`coalesce(left(blacklist.device, 12), abbrev(blacklist.network::inet), '')`,
  },
});

interface EntryFilter extends Omit<QueryOf<Blacklists>, 'target'> {
  place?: { batchId: number; level: number; ordinal: number } | undefined;
  device?: string | undefined;
  network?: string | undefined;
}

export function list(caller: Caller, { place, device, network, paging, ...filters }: EntryFilter) {
  let rows = blacklistTable.matching(caller, filters).select('level').$castTo<EntryRow>();
  if (place)
    rows = rows
      .where('blacklist.batchId', '=', place.batchId)
      .where('blacklist.level', '=', place.level)
      .where('blacklist.ordinal', '=', place.ordinal);
  if (device) rows = rows.where(sql<boolean>`starts_with(device, ${device}) or starts_with(${device}, device)`);
  if (network) rows = rows.where(sql<boolean>`network && ${network}::inet`);
  return page(rows, 'blacklistId', paging);
}

export const find = (caller: Caller, id: number) =>
  blacklistTable.select(caller).select('level').$castTo<EntryRow>().where('blacklistId', '=', id).executeTakeFirst();

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
  sql`insert into scan_state (${codeKeyColumn()}batch_id, level, ordinal, blocked)
    values (${codeKeyParameter({ batchId, level, ordinal })}${batchId}, ${level}, ${ordinal}, ${blocked})
    on conflict on constraint scan_state_pkey do update set blocked = excluded.blocked`.execute(db);

export const remove = (caller: Caller, ids: number[]) =>
  caller.db
    .deleteFrom('blacklist')
    .where('blacklistId', 'in', ids)
    .where(blacklistTable.visible(caller))
    .returning(['kind', 'batchId', 'level', 'ordinal', 'caseId'])
    .execute();
