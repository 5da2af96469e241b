import {
  codes,
  type LabelPreviewQuery,
  MAX_FILES,
  MAX_LABELS,
  type PrintOrderInput,
  type PrintOrderState,
  printOrderLifeCycle,
  printOrders,
  type QueryOf,
} from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { withReason } from '../../../platform/http/refusal.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
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

export async function list(ctx: Context, query: QueryOf<typeof printOrders>) {
  const { rows, total } = await queries.printOrderTable.list(ctx, query);
  return { rows: rows.map((row) => withReason(ctx, row)), total };
}

export const listToRelease = ({ db, scope, actor }: Context, limit: number) => queries.listToRelease(db, scope, actor.userId, limit);

/** @throws notFound */
export const read = async (ctx: Context, id: number) => withReason(ctx, orNotFound(await queries.find(ctx, id)));

/**
 * Nothing is generated before a second person releases the order.
 * @throws notFound, labelsTooMany, ssccsUsedUp, ssccPrefixOverlaps, labelWithoutGtin, labelCodeTooLong, labelTooLarge, labelPlaceTooSmall,
 * filesTooMany, pinColumnEmpty, and as `printableRun`
 */
export async function request(ctx: Context, batchId: number, { recipient, kind, level = 0, from, to, ...form }: PrintOrderInput) {
  const { db, actor, installation } = ctx;
  const run = await codeExportService.printableRun(ctx, batchId, { level, from, to }, 'handOver');
  if (kind === 'lines') {
    assertFiles(run.count, form.perFile);
    const columns = form.format === 'csv' ? (form.columns ?? []) : [];
    if (columns.includes('pin')) {
      const { batchNo, pinDigits } = await codeService.labelDataOf(ctx, batchId, level);
      if (!pinDigits) throw new Problem('pinColumnEmpty', { field: 'columns', batchNo });
    }
    await codeExportService.assignSsccs(ctx, { batchId, ...run }, columns);
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
 * The password is revealed once, to the user who released the order.
 * @throws notFound, printOrderStateWrong, printOrderSelfReleased, printOrderOfAnother, printOrderReleasedByAnother,
 * printOrderPasswordShown, and as `printableRun`
 */
export const steps = lifeCycleSteps(
  printOrderLifeCycle,
  {
    lock: ({ db, scope }, id) => queries.lock(db, scope, id),
    move: queries.update as (db: Db, id: number, changes: queries.Changes & { state: PrintOrderState }) => Promise<unknown>,
    secondPersonConstraint: 'print_order_release_by_check',
  },
  {
    async release({ ctx, id, row }) {
      const { db, actor } = ctx;
      const run = { from: row.ordinalFrom, count: row.count };
      const { level } = row;
      await codeExportService.printableRun(ctx, row.batchId, { level, from: run.from + 1, to: run.from + run.count }, 'handOver');
      await queries.update(db, id, { releaseBy: actor.userId });
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
    },
    async link({ ctx, id, row }) {
      assertOwn(ctx, row);
      await codeExportService.printableRun(ctx, row.batchId, {}, 'handOver');
      const ticket = newTicket();
      await queries.update(ctx.db, id, { ticketHash: hashOf(ticket), starts: 0 });
      return { url: `/api${printOrders.path}/file/${ticket}` };
    },
    async password({ ctx, id, row }) {
      if (row.releaseBy !== ctx.actor.userId) throw new Problem('printOrderReleasedByAnother', { userName: row.releaseName ?? '' });
      if (!(await queries.recordPassword(ctx.db, id))) throw new Problem('printOrderPasswordShown');
      return { password: passwordOf(ctx.installation, row.salt) };
    },
    async refuse({ ctx: { db, actor }, id, row: { batchId }, body: { reason } }) {
      await queries.recordFinish(db, id);
      await batchService.recordEvent(db, { batchId, action: 'refuseExport', userId: actor.userId, reason });
      return { stateReason: reason };
    },
    async withdraw({ ctx, id, row }) {
      assertOwn(ctx, row);
      await queries.update(ctx.db, id, { ticketHash: null, filePath: null });
      await queries.recordFinish(ctx.db, id);
      if (row.filePath) await fileService.removeInternal(ctx, row.filePath);
      await batchService.recordEvent(ctx.db, { batchId: row.batchId, action: 'withdrawExport', userId: ctx.actor.userId });
      return {};
    },
  },
);

function assertOwn({ actor }: Context, { createBy, createName }: queries.PrintOrderRow) {
  if (createBy !== actor.userId) throw new Problem('printOrderOfAnother', { userName: createName });
}

async function layoutOf(ctx: Context, { batchId, level, form }: queries.PrintOrderRow) {
  const { format = 'txt', columns, header, bom } = form;
  return codeExportService.layoutOf(
    ctx,
    { batchId, level },
    { format, columns: format === 'csv' ? (columns ?? ['code']) : ['code'], header, bom },
  );
}
