import { createHash, randomBytes } from 'node:crypto';
import {
  type BatchState,
  batches,
  type CodeExport,
  type CodeExportInput,
  type CodeManifest,
  type ExportColumn,
  exportBatch,
} from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { found, Problem } from '../../../http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import * as codeSpaceService from '../codeSpace/codeSpace.service.ts';
import { type FileLayout, layOut } from './code-file.ts';
import { noted } from './code-stream.ts';
import * as queries from './codeExport.queries.ts';
import { fileLayout } from './file-layout.ts';

export { bytesFrom, type FileLayout, layOut } from './code-file.ts';

/** Exports of one batch that a list holds. */
const MOST_EXPORTS = 200;

/** States in which there are codes to print. */
const printable: readonly BatchState[] = ['issued', 'active', 'closed'];

/**
 * The codes of a batch that `range` names, where they may go to a printing house now; the batch stays locked until the transaction ends.
 * @throws notFound, batchNotIssued, batchStateWrong, codesForeign, rangeBackwards, rangeOutside
 */
export async function printableRun(ctx: Context, batchId: number, range: codeService.CodeRange, step: string) {
  const { db } = ctx;
  const { state, issueTime } = await batchService.lock(ctx, batchId);
  if (issueTime === null) throw new Problem('batchNotIssued');
  if (!isPrintable(state)) {
    const allowed = batchService.statesIn(ctx, printable);
    throw new Problem('batchStateWrong', { state: batchService.stateWord(state), step: batches.word(`step.${step}`), allowed });
  }
  if (await codeSpaceService.hasForeign(db, batchId)) throw new Problem('codesForeign');
  return codeService.runOf(range, await codeService.countCodes(db, batchId));
}

export const isPrintable = (state: BatchState) => printable.includes(state);

/** What stands in each line of a file. */
export async function layoutOf(ctx: Context, batchId: number, form: Parameters<typeof fileLayout>[0]): Promise<FileLayout> {
  const batch = await codeService.batchOf(ctx, batchId);
  return fileLayout(form, { ...batch, payloadPrefix: codeService.payloadPrefix(ctx.installation, batch) });
}

/**
 * Lets the codes of a batch, or of a range of it, be downloaded once within a day by whoever holds the link.
 * @throws what `printableRun` does
 */
export async function ask(ctx: Context, batchId: number, input: CodeExportInput) {
  const { db, actor } = ctx;
  const run = await printableRun(ctx, batchId, input, exportBatch.name);
  const { format, header = false, bom = false } = input;

  const columns: ExportColumn[] = format === 'csv' ? (input.columns ?? ['code']) : ['code'];
  const layout = await layoutOf(ctx, batchId, { format, columns, header, bom });
  const ticket = randomBytes(32).toString('base64url');
  const { exportId } = await queries.insert(db, {
    batchId,
    format,
    columns,
    header,
    bom,
    ordinalFrom: run.from,
    count: run.count,
    layout: JSON.stringify(layout),
    ticketHash: hashOf(ticket),
    createBy: actor.userId,
  });
  await batchService.note(db, { batchId, action: 'exportCodes', userId: actor.userId, run });
  return { exportId, url: `/api${batches.path}/export/${ticket}` };
}

/** SHA-256: of the ticket itself nothing is kept. */
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** @throws notFound */
export async function list({ db, scope }: Context, batchId: number): Promise<CodeExport[]> {
  await codeService.batchOf({ db, scope }, batchId);
  return queries.list(db, batchId, MOST_EXPORTS);
}

/** What a printing house checks a file by. @throws notFound, exportNotFinished */
export async function manifest({ db, scope, installation }: Context, batchId: number, exportId: number): Promise<CodeManifest> {
  const { batchNo, gtin, categoryName } = await codeService.batchOf({ db, scope }, batchId);
  const { format, columns, from, to, state, bytes, sha256, createTime } = found(await queries.find(db, batchId, exportId));
  if (state !== 'done' || bytes === null || sha256 === null) throw new Problem('exportNotFinished');
  const [first, last] = [
    await codeService.textOf(installation, db, batchId, from - 1),
    await codeService.textOf(installation, db, batchId, to - 1),
  ];
  return {
    batchNo,
    gtin,
    goods: categoryName,
    file: fileName({ batchNo, format, from, to }),
    format,
    columns,
    count: to - from + 1,
    firstOrdinal: from,
    lastOrdinal: to,
    firstCode: first,
    lastCode: last,
    bytes,
    sha256,
    createTime,
  };
}

/** Letters that no file system objects to. */
const fileName = ({ batchNo, format, from, to }: { batchNo: string; format: string; from: number; to: number }) =>
  `${batchNo.replace(/[^\w.-]/g, '_')}_${from}-${to}.${format}`;

/** The file that a ticket opens, laid out but not made. @param resumed whether its beginning was had before @throws exportGone */
export async function open({ db, installation }: Pick<Context, 'db' | 'installation'>, ticket: string, resumed: boolean) {
  const row = await queries.findOpen(db, hashOf(ticket), resumed);
  if (!row) throw new Problem('exportGone');
  const { exportId, batchId, batchNo, format, ordinalFrom: from, count, layout } = row;
  const ranges = await codeService.rangesOf(installation, db, batchId, from, from + count - 1);
  const file = layOut(layout, ranges, { from, count });
  return { exportId, file, format, name: fileName({ batchNo, format, from: from + 1, to: from + count }) };
}

/** Lets a download begin at a byte that was not had before; it takes the place of the one under way. @throws exportGone */
export async function begin({ db }: Pick<Context, 'db'>, exportId: number, from: { start: number; bytes: number }) {
  await noted(exportId);
  if (!(await queries.claim(db, exportId, from))) throw new Problem('exportGone');
}
