import {
  type BulkActionKind,
  type BulkActionTerms,
  bulkActionPermission,
  bulkActions,
  reasonedActs,
  type Translate,
} from '@suyuan/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Actor, type Context, hasPermission } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import type { TaskHandler, TaskRun } from '../../system/task/task-handler.ts';
import * as queries from './bulk-action.queries.ts';
import type { ListFile } from './list-file.ts';
import { actOnLines, movesCodes, unpackMoved } from './list-lines.service.ts';
import { kindOf } from './list-report.service.ts';
import { codesOf } from './list-text.ts';

/** Lines per transaction: the most that a crash repeats. */
const LINES_PER_TRANSACTION = 5000;

/**
 * Changes, outcomes and position of a chunk are one transaction, so a resume repeats no line. A cancelled list keeps completed changes.
 * @throws forbidden, listFileGone
 */
export const actOnListTask: TaskHandler = {
  async run(job, installation) {
    const { db } = installation;
    const list = orNotFound(await queries.findRow(db, Number(job.payload.codeListId)));
    const actor = await sessionService.actorOfUser(db, list.createBy);
    const permission = bulkActionPermission(list.act);
    if (!actor || !hasPermission(actor, permission)) throw new Problem('forbidden', { permission });
    const total = list.total ?? 0;
    const taskContext = {
      actor,
      scope: scopeOf(actor, permission),
      installation,
      t: installation.translate['zh-CN'],
      language: 'zh-CN',
    } as const;
    let position = list.done;
    await job.progress(position, total);
    const contextOf = (tx: Db) => ({ ...taskContext, db: tx, ip: '', userAgent: '' });
    for await (const cells of chunksOf(installation, list, position)) {
      job.signal.throwIfAborted();
      await inTransaction(db, (tx) => processChunk(contextOf(tx), job, list, position, cells));
      position += cells.length;
      await job.progress(position, total);
    }
    // after all lines, because those of one case may be far apart
    if (movesCodes(list)) await unpackLines(job, installation, list);
    await job.finish(async (tx) => finishList(tx, list.codeListId));
  },
  async abandon(db, { payload, reason }) {
    const list = await queries.lock(db, Number(payload.codeListId));
    if (list?.state !== 'queued' && list?.state !== 'running') return;
    await queries.move(db, list.codeListId, reason ? 'failed' : 'cancelled');
    // without an owner, so that no user cancels it
    const task = { kind: 'unpackMoved', subject: list.fileName, payload: { codeListId: list.codeListId }, createBy: null };
    if (movesCodes(list) && list.done > 0) await taskService.enqueue(db, task);
  },
};

/** Unpacks what a cancelled or failed list has moved without its container. */
export const unpackMovedTask: TaskHandler = {
  async run(job, installation) {
    const list = orNotFound(await queries.findRow(installation.db, Number(job.payload.codeListId)));
    await unpackLines(job, installation, list);
    await job.finish(async () => undefined);
  },
};

/** A resume repeats it without effect. */
async function unpackLines(job: TaskRun, installation: Installation, list: queries.BulkActionRow) {
  const total = list.total ?? 0;
  for await (const cells of chunksOf(installation, list, 0)) {
    job.signal.throwIfAborted();
    await inTransaction(installation.db, (tx) => unpackMoved(tx, installation, list, cells));
    await job.progress(total, total);
  }
}

/** @throws listFileGone */
async function* chunksOf(installation: Installation, list: queries.BulkActionRow, skippedLines: number) {
  const source = (await fileService.openStored(installation, list.file))?.body;
  if (!source) throw new Problem('listFileGone');
  try {
    yield* codesOf(source, list, skippedLines, LINES_PER_TRANSACTION);
  } finally {
    source.destroy();
  }
}

/** Fails if another worker has processed the lines or the list has ended. */
async function processChunk(
  ctx: Context & { actor: Actor },
  job: TaskRun,
  list: queries.BulkActionRow,
  position: number,
  cells: readonly string[],
) {
  const lockedList = orNotFound(await queries.lock(ctx.db, list.codeListId));
  if (lockedList.done !== position || (lockedList.state !== 'queued' && lockedList.state !== 'running'))
    throw new Error(`list ${list.codeListId} of task ${job.taskId} is another's`);
  const outcomes = await actOnLines(ctx, list, position, cells);
  const count = { done: 0, already: 0, refused: 0, none: 0 };
  for (const byte of outcomes) count[kindOf(byte)]++;
  const { done, already, refused } = count;
  await queries.advance(ctx.db, list.codeListId, { lineFrom: position + 1, outcomes, done, already, refused });
}

async function finishList(db: Db, codeListId: number) {
  const list = await queries.lock(db, codeListId);
  if (list?.state === 'queued' || list?.state === 'running') await queries.move(db, codeListId, 'done');
  const { doneCount, alreadyCount, refusedCount } = orNotFound(await queries.bulkActionTable.find({ db, scope: 'all' }, codeListId));
  return { codeListId, count: doneCount, alreadyCount, refusedCount };
}

export const { list, read } = recordService(queries.bulkActionTable);

/**
 * Queues the task that applies the act.
 * @throws listDealerMissing, referenceNotFound, dealerNotActive, listReasonMissing; each with its field
 */
export async function start(ctx: Context, act: BulkActionKind, terms: z.output<typeof BulkActionTerms>, { storedFile, ...file }: ListFile) {
  const { db, actor, t } = ctx;
  const dealerId = await dealerOf(ctx, act, terms.dealerId ?? null);
  if (reasonedActs.includes(act) && !terms.reason) throw new Problem('listReasonMissing', { field: 'reason' });
  const reason = terms.reason ?? (act === 'waste' ? t(bulkActions.word('wasteReason')) : null);
  const [stored] = await fileService.publish(ctx, [storedFile], 'codeList');
  const path = fileService.pathOf(orNotFound(stored).fileName);
  const row = { ...file, act, dealerId, reason, file: path, deptId: actor.deptId, createBy: actor.userId };
  const { codeListId } = await queries.insert(db, row);
  const task = {
    kind: 'actOnList',
    subject: (t: Translate) => `${t(bulkActions.word(`act.${act}`))} ${file.fileName}`,
    payload: { codeListId },
    createBy: actor.userId,
  };
  return { codeListId, taskId: await taskService.enqueue(db, task) };
}

/** Only shipments and returns have a dealer. */
async function dealerOf({ db, scope }: Context, act: BulkActionKind, dealerId: number | null): Promise<number | null> {
  if (!movesCodes({ act })) return null;
  if (dealerId === null) throw new Problem('listDealerMissing', { field: 'dealerId' });
  const dealer = await queries.lockDealer(db, scope, dealerId);
  if (!dealer) throw new Problem('referenceNotFound', { field: 'dealerId', title: bulkActions.word('dealerId') });
  if (act === 'ship' && dealer.state !== 'active')
    throw new Problem('dealerNotActive', {
      field: 'dealerId',
      dealer: dealer.channelBusinessName,
      state: dealerService.stateWord(dealer.state),
    });
  return dealerId;
}
