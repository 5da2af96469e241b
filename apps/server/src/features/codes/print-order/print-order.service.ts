import {
  codes,
  type LabelPreviewQuery,
  MAX_FILES,
  MAX_LABELS,
  type PrintOrderDetail,
  type PrintOrderInput,
  printOrders,
  type QueryOf,
} from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import * as ssccService from '../code/sscc.service.ts';
import * as codeExportService from '../code-export/code-export.service.ts';
import { matrixOf, measures, svgOf } from './label-image.ts';
import { largestSymbolMm } from './label-sheet.ts';
import * as queries from './print-order.queries.ts';
import { gridOf, labelText, lookOf } from './print-order-content.ts';
import { hashOf, newSalt, newTicket, passwordOf } from './print-order-file.service.ts';

/** A dummy code of the same length. @throws notFound, levelWithoutCodes, labelWithoutGtin, labelCodeTooLong */
export async function preview(ctx: Context, batchId: number, { level = 0, ...form }: LabelPreviewQuery) {
  const { db, installation } = ctx;
  const labelData = await codeService.labelDataOf(ctx, batchId, level);
  if ((await codeService.countCodes(db, batchId, level)) === 0 && level > 0)
    throw new Problem('levelWithoutCodes', { field: 'level', batchNo: labelData.batchNo, level: codes.word(`level.${level}`) });
  const firstCode = await codeService.textOf(installation, db, batchId, 0, level);
  const specimen = 'SPECIMEN'.padEnd(firstCode.length, '0').slice(0, firstCode.length);
  const look = lookOf(form);
  const text = labelText(labelData, specimen, look, labelData.ssccPrefix ? '0'.repeat(18) : undefined);
  const { moduleMm, width, height } = measures(matrixOf(look, text), look, text);
  return { svg: svgOf(look, text), moduleMm, width, height };
}

export { buildPrintOrderTask } from './print-order-file.service.ts';

type State = PrintOrderDetail['state'];

export const list = ({ db, scope, actor }: Context, query: QueryOf<typeof printOrders>) => queries.list(db, scope, actor.userId, query);

/** @throws notFound */
export const read = async ({ db, scope, actor }: Context, id: number) => orNotFound(await queries.find(db, scope, actor.userId, id));

/**
 * Nothing is generated before a second person releases the order.
 * @throws notFound, labelsTooMany, ssccsUsedUp, ssccPrefixOverlaps, labelWithoutGtin, labelCodeTooLong, labelTooLarge, labelPlaceTooSmall,
 * filesTooMany, and as `printableRun`
 */
export async function request(ctx: Context, batchId: number, { recipient, kind, level = 0, from, to, ...form }: PrintOrderInput) {
  const { db, actor, installation } = ctx;
  const run = await codeExportService.printableRun(ctx, batchId, { level, from, to }, 'handOver');
  if (kind === 'lines') {
    assertFiles(run.count, form.perFile);
    await codeExportService.assignSsccs(ctx, { batchId, ...run }, form.format === 'csv' ? (form.columns ?? []) : []);
  } else {
    if (run.count > MAX_LABELS) throw new Problem('labelsTooMany', { field: 'to', count: run.count, max: MAX_LABELS });
    const labelData = await codeService.labelDataOf(ctx, batchId, level);
    if (labelData.ssccPrefix) await ssccService.assignSsccs(db, labelData.ssccPrefix, { batchId, ...run });
    const firstCode = await codeService.textOf(installation, db, batchId, run.from, level);
    const sscc = (await ssccService.ssccsOf(db, { batchId, level, from: run.from, count: 1 })).get(run.from);
    const [look, grid] = [lookOf(form), gridOf(form)];
    const text = labelText(labelData, firstCode, look, sscc);
    const max = kind === 'pdf' ? largestSymbolMm(grid, look, text) : look.sizeMm;
    if (max === 0) throw new Problem('labelPlaceTooSmall', { field: 'across' });
    if (look.sizeMm > max) throw new Problem('labelTooLarge', { field: 'sizeMm', max });
  }
  const row = { batchId, recipient, kind, level, form: JSON.stringify(form), salt: newSalt(), createBy: actor.userId };
  const { handoverId } = await queries.insert(db, { ...row, ordinalFrom: run.from, count: run.count });
  await batchService.recordEvent(db, { batchId, action: 'handOver', userId: actor.userId, run, level, reason: recipient });
  return { handoverId };
}

function assertFiles(count: number, perFile = count) {
  const files = Math.ceil(count / perFile);
  if (files > MAX_FILES)
    throw new Problem('filesTooMany', { field: 'perFile', count: files, max: MAX_FILES, least: Math.ceil(count / MAX_FILES) });
}

/**
 * By a second person. Lines are available at once, labels after a task has rendered them. @throws notFound, printOrderStateWrong,
 * printOrderSelfReleased, and as `printableRun`
 */
export async function release(ctx: Context, id: number) {
  const { db, actor } = ctx;
  const row = await lockForStep(ctx, id, 'release', ['pending']);
  const run = { from: row.ordinalFrom, count: row.count };
  const { level } = row;
  await codeExportService.printableRun(ctx, row.batchId, { level, from: run.from + 1, to: run.from + run.count }, 'handOver');
  await mapConstraintErrors(
    { print_order_release_by_check: 'printOrderSelfReleased' },
    {},
    queries.update(db, id, { releaseBy: actor.userId }),
  );
  await queries.recordRelease(db, id);
  if (row.kind === 'lines') await queries.open(db, id, { layout: JSON.stringify(await layoutOf(ctx, row)) });
  else {
    const task = { kind: 'buildPrintOrder', subject: row.batchNo, payload: { handoverId: id }, createBy: row.createBy };
    await queries.update(db, id, { state: 'building', taskId: await taskService.enqueue(db, task) });
  }
  await batchService.recordEvent(db, {
    batchId: row.batchId,
    action: 'releaseExport',
    userId: actor.userId,
    run,
    level,
    reason: row.recipient,
  });
}

async function layoutOf(ctx: Context, { batchId, level, form }: queries.PrintOrderRow) {
  const { format = 'txt', columns, header, bom } = form;
  return codeExportService.layoutOf(
    ctx,
    { batchId, level },
    { format, columns: format === 'csv' ? (columns ?? ['code']) : ['code'], header, bom },
  );
}

/** @throws notFound, printOrderStateWrong */
export async function refuse(ctx: Context, id: number, { reason }: { reason: string }) {
  const { db, actor } = ctx;
  const { batchId } = await lockForStep(ctx, id, 'refuse', ['pending']);
  await queries.update(db, id, { state: 'refused', stateReason: reason });
  await batchService.recordEvent(db, { batchId, action: 'refuseExport', userId: actor.userId, reason });
}

/** Invalidates the link. @throws notFound, printOrderOfAnother, printOrderStateWrong */
export async function withdraw(ctx: Context, id: number) {
  const { db, actor } = ctx;
  const { batchId, filePath } = await lockOwn(ctx, id, 'withdraw', ['pending', 'building', 'ready', 'failed', 'expired']);
  await queries.update(db, id, { state: 'withdrawn', ticketHash: null, filePath: null });
  if (filePath) await fileService.removeInternal(ctx, filePath);
  await batchService.recordEvent(db, { batchId, action: 'withdrawExport', userId: actor.userId });
}

/**
 * Valid for one download. Invalidates the previous link. @throws notFound, printOrderOfAnother, printOrderStateWrong, and as `printableRun`
 */
export async function link(ctx: Context, id: number) {
  const row = await lockOwn(ctx, id, 'link', ['ready']);
  await codeExportService.printableRun(ctx, row.batchId, {}, 'handOver');
  const ticket = newTicket();
  await queries.update(ctx.db, id, { ticketHash: hashOf(ticket), starts: 0 });
  return { url: `/api${printOrders.path}/file/${ticket}` };
}

/**
 * Once, to the user who released the order. @throws notFound, printOrderStateWrong, printOrderReleasedByAnother, printOrderPasswordShown
 */
export async function revealPassword(ctx: Context, id: number) {
  const row = await lockForStep(ctx, id, 'password', ['building', 'ready', 'done', 'expired']);
  if (row.releaseBy !== ctx.actor.userId) throw new Problem('printOrderReleasedByAnother', { userName: row.releaseName ?? '' });
  if (!(await queries.recordPassword(ctx.db, id))) throw new Problem('printOrderPasswordShown');
  return { password: passwordOf(ctx.installation, row.salt) };
}

async function lockOwn(ctx: Context, id: number, step: 'withdraw' | 'link', from: readonly State[]) {
  const row = await lockForStep(ctx, id, step, from);
  if (row.createBy !== ctx.actor.userId) throw new Problem('printOrderOfAnother', { userName: row.createName });
  return row;
}

/** Requires one of the states `from`. */
async function lockForStep(ctx: Context, id: number, step: string, from: readonly State[]) {
  const { db, scope, t, language } = ctx;
  const row = orNotFound(await queries.lock(db, scope, id));
  if (from.includes(row.state)) return row;
  const word = (state: State) => printOrders.word(`state.${state}`);
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(word(state))));
  throw new Problem('printOrderStateWrong', { state: word(row.state), step: printOrders.word(`step.${step}`), allowed });
}
