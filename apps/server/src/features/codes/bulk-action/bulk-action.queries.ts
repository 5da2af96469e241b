import { type BulkAction, type BulkActionKind, bulkActions, type DealerState } from '@suyuan/contract';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

export const bulkActionTable = recordTable(bulkActions, 'bulkAction', {
  owned: true,
  join: (rows) => rows.leftJoin('dealer', 'channelBusinessId', 'dealerId'),
  columns: {
    ...joinedColumns('reason', 'total', 'done', 'doneCount', 'alreadyCount', 'refusedCount'),
    dealerName: sql.ref('channelBusinessName'),
  },
});

export interface ListFormat {
  /** Path relative to the file storage. */
  file: string;
  encoding: string;
  /** Null: one code per line. */
  delimiter: string | null;
  /** From 0. */
  codeColumn: number;
  /** True if the first line is a header. */
  titled: boolean;
}

export const insert = (db: Db, row: Insertable<Database['bulkAction']>) =>
  db.insertInto('bulkAction').values(row).returning('codeListId').executeTakeFirstOrThrow();

const selectRow = (db: Db) =>
  db
    .selectFrom('bulkAction')
    .select(['codeListId', 'act', 'fileName', 'file', 'encoding', 'delimiter', 'codeColumn', 'titled', 'dealerId', 'reason'])
    .select(['state', 'total', 'done', 'createBy'])
    // checked by the table
    .$narrowType<{ act: BulkActionKind; state: BulkAction['state'] }>();

export type BulkActionRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;
export const findRow = (db: Db, id: number) => selectRow(db).where('codeListId', '=', id).executeTakeFirst();

/** `done` is the number of processed lines. */
export const lock = (db: Db, id: number) => selectRow(db).where('codeListId', '=', id).forUpdate().executeTakeFirst();

export const move = (db: Db, id: number, state: BulkAction['state']) =>
  db
    .updateTable('bulkAction')
    .set({ state, ...(state !== 'running' && { finishTime: sql`now()` }) })
    .where('codeListId', '=', id)
    .execute();

interface OutcomePart {
  /** From 1. */
  lineFrom: number;
  outcomes: Buffer;
  done: number;
  already: number;
  refused: number;
}

export async function advance(db: Db, codeListId: number, { lineFrom, outcomes, done, already, refused }: OutcomePart) {
  await db.insertInto('bulkActionPart').values({ codeListId, lineFrom, outcomes }).execute();
  await db
    .updateTable('bulkAction')
    .set({
      state: 'running',
      done: sql<number>`done + ${outcomes.length}`,
      doneCount: sql<number>`done_count + ${done}`,
      alreadyCount: sql<number>`already_count + ${already}`,
      refusedCount: sql<number>`refused_count + ${refused}`,
    })
    .where('codeListId', '=', codeListId)
    .execute();
}

/** From line `fromLine` on. */
export const listParts = (db: Db, codeListId: number, fromLine: number, limit: number) =>
  db
    .selectFrom('bulkActionPart')
    .select(['lineFrom', 'outcomes'])
    .where('codeListId', '=', codeListId)
    .where(sql<boolean>`line_from + octet_length(outcomes) > ${fromLine}`)
    .orderBy('lineFrom')
    .limit(limit)
    .execute();

/** Locked against changes. */
export const lockDealer = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName', 'ancestors', 'state'])
    // checked by the table
    .$narrowType<{ state: DealerState }>()
    .where('channelBusinessId', '=', id)
    .where(ownedInScope(scope, 'dealer'))
    .forShare()
    .executeTakeFirst();
