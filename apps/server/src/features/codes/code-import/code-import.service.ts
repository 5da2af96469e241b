import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { batchLifeCycle, type CodeImport, type CodeImportForm, importableStates } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { ensureState } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import type { TaskHandler } from '../../system/task/task-handler.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-import.queries.ts';
import { importLines, linesOf, type Validators } from './import-chunk.service.ts';

/** A transaction takes a few tenths of a second. */
const LINES_PER_TRANSACTION = 10_000;
/** Serials removed per statement. */
const SERIALS_PER_STATEMENT = 100_000;

/**
 * Each transaction advances file position, codes and report, so a resume continues at the next line. Codes verify only after the last line.
 * @throws fileGone, and as `importCodes`
 */
export const importCodesTask: TaskHandler = {
  async run(job, installation) {
    const { db } = installation;
    const importId = Number(job.payload.importId);
    let row = orNotFound(await queries.find(db, importId));
    if (row.state !== 'queued') return job.finish(async () => undefined);
    await discardAll(installation);
    const validators = await validatorsOf(installation, row.batchId);
    const file = row.filePath ? await fileService.openStored(installation, row.filePath) : undefined;
    if (!file) throw new Problem('fileGone');
    for await (const lines of linesOf(file.body, { from: row.readBytes, lineNo: row.readLines, chunkSize: LINES_PER_TRANSACTION })) {
      job.signal.throwIfAborted();
      const before = row;
      row = await inTransaction(db, (tx) => importLines(tx, { row: before, lines, validators }));
      await job.progress(row.readLines, Math.max(row.lineCount, row.readLines));
      await yieldToEventLoop();
    }
    const path = row.filePath;
    await job.finish((tx) => finishImport(tx, importId, job.createBy));
    if (path) await fileService.removeInternal({ db, installation }, path);
  },
  async abandon(db, { payload, reason }) {
    const importId = Number(payload.importId);
    const row = await queries.lock(db, importId);
    if (row?.state !== 'queued') return;
    await queries.finish(db, importId, { state: reason ? 'failed' : 'cancelled', discarded: false });
    await enqueueDiscard(db);
  },
};

async function validatorsOf(installation: Installation, batchId: number): Promise<Validators> {
  const { spaceId, quantity, codes } = orNotFound(await queries.findBatch(installation.db, batchId));
  return {
    spaceId,
    digest: codeSpaceService.foreignDigest(installation, spaceId),
    isOwn: await codeSpaceService.ownCodePredicate(installation),
    capacity: quantity - codes,
  };
}

/** All lines or none, unless `keepGood` is set. */
async function finishImport(db: Db, importId: number, userId: number | null) {
  const row = orNotFound(await queries.lock(db, importId));
  const faults = await queries.countFaults(db, importId);
  const isRejected = row.accepted === 0 || (faults > 0 && !row.keepGood);
  if (isRejected) {
    await queries.finish(db, importId, { state: 'refused', discarded: row.accepted === 0 });
    if (row.accepted > 0) await enqueueDiscard(db);
    return { importId, accepted: 0, faults };
  }
  const { spaceId } = orNotFound(await queries.findBatch(db, row.batchId));
  await batchService.importCodes(db, { batchId: row.batchId, spaceId, epoch: 1, runs: row.runs, userId });
  await queries.finish(db, importId, { state: 'done', discarded: true });
  return { importId, accepted: row.accepted, faults };
}

const enqueueDiscard = (db: Db) => taskService.enqueue(db, { kind: 'discardCodes', subject: '', payload: {}, createBy: null });

/** Removes codes of refused and cancelled imports. */
export const discardCodesTask: TaskHandler = {
  async run(job, installation) {
    await discardAll(installation);
    await job.finish(async () => undefined);
  },
};

async function discardAll({ db }: Installation) {
  for (const { importId, batchId, runs } of await queries.listUndiscarded(db)) {
    const { spaceId } = orNotFound(await queries.findBatch(db, batchId));
    for (const [from, count] of runs) {
      for (let serial = from; serial < from + count; serial += SERIALS_PER_STATEMENT)
        await queries.discard(db, spaceId, serial, Math.min(serial + SERIALS_PER_STATEMENT, from + count));
    }
    await queries.markDiscarded(db, importId);
  }
}

/** Imports per list. */
const MAX_ROWS = 100;

/** @throws notFound, codesNotForeign, batchStateWrong, codeImportFull */
export async function assertImportable(ctx: Context, batchId: number) {
  await batchService.ensureVisible(ctx, batchId);
  const { state, kind, ruleName, quantity, codes } = orNotFound(await queries.findBatch(ctx.db, batchId));
  if (kind !== 'stored') throw new Problem('codesNotForeign', { ruleName });
  ensureState(ctx, batchLifeCycle, 'importCodes', state, importableStates);
  if (codes >= quantity) throw new Problem('codeImportFull', { quantity });
}

export interface ReceivedFile {
  file: Awaited<ReturnType<typeof fileService.generate>>;
  lines: number;
}

/** One import at a time per batch. @throws as `assertImportable`, codeImportOpen */
export async function begin(ctx: Context, batchId: number, form: CodeImportForm, { file, lines }: ReceivedFile) {
  const { db, actor } = ctx;
  await batchService.lock(ctx, batchId);
  await assertImportable(ctx, batchId);
  const [storedFile] = await fileService.publish(ctx, [file], 'import');
  const row = {
    batchId,
    fileName: file.originalName,
    filePath: fileService.pathOf(orNotFound(storedFile).fileName),
    bytes: file.bytes,
    lineCount: lines,
    separator: form.separator ?? null,
    columnNo: form.column ?? 1,
    header: form.header ?? false,
    keepGood: form.keepGood ?? false,
    createBy: actor.userId,
  };
  const { importId } = await mapConstraintErrors({ code_import_open_key: 'codeImportOpen' }, {}, queries.insert(db, row));
  const task = { kind: 'importCodes', subject: file.originalName, payload: { importId }, createBy: actor.userId };
  return { importId, taskId: await taskService.enqueue(db, task) };
}

/** @throws notFound */
export async function list(ctx: Context, batchId: number): Promise<CodeImport[]> {
  await batchService.ensureVisible(ctx, batchId);
  return queries.list(ctx.db, batchId, MAX_ROWS);
}

/** Rejected lines. @throws notFound */
export async function report(ctx: Context, batchId: number, importId: number) {
  const { db, t } = ctx;
  await batchService.ensureVisible(ctx, batchId);
  const row = await queries.find(db, importId);
  if (row?.batchId !== batchId) throw new Problem('notFound');
  async function* lines() {
    yield Buffer.from(`\u{feff}${t('manage.codeImport.reportLines')},${t('manage.codeImport.reportCause')}\r\n`);
    for (let after = 0; ; ) {
      const faults = await queries.listFaults(db, importId, after, 1000);
      if (faults.length === 0) return;
      const text = faults.map(
        ({ lineFrom, lineTo, cause }) =>
          `${lineFrom === lineTo ? lineFrom : `${lineFrom}-${lineTo}`},${t(`manage.codeImport.cause.${cause}`)}\r\n`,
      );
      yield Buffer.from(text.join(''));
      after = faults.at(-1)?.lineFrom ?? 0;
    }
  }
  return { name: `${row.fileName.replace(/\.[^.]*$/, '')}_report.csv`, body: lines() };
}
