import {
  type BatchState,
  type PrintOrder,
  type PrintOrderDetail,
  type PrintOrderFile,
  type PrintOrderInput,
  type PrintOrderKind,
  printOrders,
} from '@suyuan/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { contains } from '../../../platform/db/page.ts';
import { type ActingCaller, joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** The visibility is that of the batch. */
const visible = (scope: DataScope) => ownedInScope(scope, 'batch');

const state = sql<
  PrintOrder['state']
>`case when print_order.state = 'ready' and print_order.expire_time <= now() then 'expired' else print_order.state end`;

export const printOrderTable = recordTable(printOrders, 'printOrder', {
  visible: ({ scope }: ActingCaller) => visible(scope),
  join: (rows) =>
    rows.innerJoin('batch', 'batch.batchId', 'printOrder.batchId').innerJoin('product', 'product.categoryId', 'batch.categoryId'),
  columns: ({ actor: { userId } }) => ({
    ...joinedColumns('batchNo', 'categoryName', 'productionLine'),
    state,
    from: sql`ordinal_from + 1`,
    to: sql`ordinal_from + count`,
    downloadCount: sql`(select count(*) from print_order_download d where d.handover_id = print_order.handover_id)`,
    mine: sql`print_order.create_by = ${userId}`,
    // the event of the same transaction has the same time
    finishBy: sql`(select u.user_name from batch_event e join users u on u.user_id = e.user_id where e.batch_id = print_order.batch_id
      and e.event_time = print_order.finish_time and e.action in ('refuseExport', 'withdrawExport') limit 1)`,
    released: sql`coalesce(release_by = ${userId}, false)`,
  }),
  conditions: { batchNo: (part) => contains('batchNo', part), state: (requestedState) => sql`${state} = ${requestedState}` },
});

/** Oldest first, without those that the user requested. */
export const listToRelease = (db: Db, scope: DataScope, userId: number, limit: number) =>
  db
    .selectFrom('printOrder')
    .innerJoin('batch', 'batch.batchId', 'printOrder.batchId')
    .select(['handoverId as id', 'batchNo as name', 'recipient as detail', 'printOrder.createTime as since'])
    .where('printOrder.state', '=', 'pending')
    .where('printOrder.createBy', '<>', userId)
    .where(visible(scope))
    .orderBy('handoverId')
    .limit(limit)
    .execute();

/** Includes the latest 100 downloads. */
export async function find(caller: ActingCaller, id: number): Promise<PrintOrderDetail | undefined> {
  const row = await printOrderTable
    .select(caller)
    .select(['form', 'files'])
    .where('handoverId', '=', id)
    .$castTo<Omit<PrintOrderDetail, 'downloads'>>()
    .executeTakeFirst();
  if (!row) return undefined;
  const downloads = await caller.db
    .selectFrom('printOrderDownload')
    .select(['downloadId', 'beginTime', 'endTime', 'ip', 'agent', 'bytes', 'whole'])
    .where('handoverId', '=', id)
    .orderBy('downloadId', 'desc')
    .limit(100)
    .execute();
  return { ...row, downloads };
}

export const insert = (db: Db, row: Insertable<Database['printOrder']>) =>
  db.insertInto('printOrder').values(row).returning('handoverId').executeTakeFirstOrThrow();

const selectRow = (db: Db) =>
  db
    .selectFrom('printOrder')
    .innerJoin('batch', 'batch.batchId', 'printOrder.batchId')
    .innerJoin('users as maker', 'maker.userId', 'printOrder.createBy')
    .leftJoin('users as releaser', 'releaser.userId', 'printOrder.releaseBy')
    .select([
      'handoverId',
      'printOrder.batchId',
      'batchNo',
      'recipient',
      'kind',
      'printOrder.level',
      'form',
      'layout',
      'ordinalFrom',
      'count',
      'salt',
    ])
    .select(['printOrder.createBy', 'printOrder.releaseBy', 'maker.userName as createName', 'releaser.userName as releaseName'])
    .select(['passwordTime', 'releaseTime', 'taskId', 'filePath', 'printOrder.bytes', 'printOrder.files', 'batch.state as batchState'])
    .select(state.as('state'))
    .$castTo<PrintOrderRow>();

export interface PrintOrderRow {
  handoverId: number;
  batchId: number;
  batchNo: string;
  recipient: string;
  kind: PrintOrderKind;
  level: number;
  form: PrintOrderInput;
  layout: unknown;
  ordinalFrom: number;
  count: number;
  salt: Buffer;
  createBy: number;
  releaseBy: number | null;
  createName: string;
  releaseName: string | null;
  passwordTime: string | null;
  releaseTime: string | null;
  taskId: number | null;
  filePath: string | null;
  bytes: number | null;
  files: PrintOrderFile[];
  batchState: BatchState;
  state: PrintOrder['state'];
}

/** Ignores the data scope. */
export const findRow = (db: Db, id: number) => selectRow(db).where('handoverId', '=', id).executeTakeFirst();

export const lock = (db: Db, scope: DataScope, id: number) =>
  selectRow(db).where('handoverId', '=', id).where(visible(scope)).forUpdate('printOrder').executeTakeFirst();

/** Ready, not expired, and started fewer than `maxStarts` times. */
export const findOpen = (db: Db, ticketHash: Buffer, maxStarts: number) =>
  selectRow(db)
    .where('ticketHash', '=', ticketHash)
    .where('printOrder.state', '=', 'ready')
    .where(sql<boolean>`expire_time > now()`)
    .where('starts', '<', maxStarts)
    .executeTakeFirst();

export type Changes = Updateable<Database['printOrder']>;

export const update = (db: Db, id: number, changes: Changes) =>
  db.updateTable('printOrder').set(changes).where('handoverId', '=', id).execute();

export const recordRelease = (db: Db, id: number) =>
  db.updateTable('printOrder').set({ releaseTime: sql`now()` }).where('handoverId', '=', id).execute();

export const recordFinish = (db: Db, id: number) =>
  db.updateTable('printOrder').set({ finishTime: sql`now()` }).where('handoverId', '=', id).execute();

/** Opens it for seven days. */
export const open = (db: Db, id: number, changes: Changes = {}) =>
  db
    .updateTable('printOrder')
    .set({ ...changes, state: 'ready', expireTime: sql`now() + interval '7 days'` })
    .where('handoverId', '=', id)
    .execute();

/** Resolves to undefined if it was already revealed. */
export const recordPassword = (db: Db, id: number) =>
  db
    .updateTable('printOrder')
    .set({ passwordTime: sql`now()` })
    .where('handoverId', '=', id)
    .where('passwordTime', 'is', null)
    .returning('handoverId')
    .executeTakeFirst();

/** Resolves to undefined if the limit is reached or the link was replaced. */
export const start = (db: Db, ticketHash: Buffer, maxStarts: number) =>
  db
    .updateTable('printOrder')
    .set({ starts: sql`starts + 1` })
    .where('ticketHash', '=', ticketHash)
    .where('state', '=', 'ready')
    .where('starts', '<', maxStarts)
    .returning('handoverId')
    .executeTakeFirst();

export const insertDownload = (db: Db, row: { handoverId: number; ip: string | null; agent: string }) =>
  db.insertInto('printOrderDownload').values(row).returning('downloadId').executeTakeFirstOrThrow();

export const endDownload = (db: Db, downloadId: number, { bytes, whole }: { bytes: number; whole: boolean }) =>
  db.updateTable('printOrderDownload').set({ bytes, whole, endTime: sql`now()` }).where('downloadId', '=', downloadId).execute();

/** Called before the last bytes are sent. Resolves to undefined if another download was first. */
export const seal = (db: Db, id: number, { files, bytes }: { files: PrintOrderFile[] | undefined; bytes: number }) =>
  db
    .updateTable('printOrder')
    .set({ state: 'done', finishTime: sql`now()`, bytes, ...(files && { files: JSON.stringify(files) }) })
    .where('handoverId', '=', id)
    .where('state', '=', 'ready')
    .returning('handoverId')
    .executeTakeFirst();

/** The last bytes were not delivered. */
export const unseal = (db: Db, id: number) =>
  db.updateTable('printOrder').set({ state: 'ready', finishTime: null }).where('handoverId', '=', id).where('state', '=', 'done').execute();
