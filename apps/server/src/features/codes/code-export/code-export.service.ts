import { createHash, randomBytes } from 'node:crypto';
import { unitsIn } from '@suyuan/codes';
import {
  type BatchState,
  batches,
  batchLifeCycle,
  type CodeExport,
  type CodeExportInput,
  type CodeManifest,
  codeLevels,
  codes,
  type ExportColumn,
  exportBatch,
  levelNames,
} from '@suyuan/contract';
import { scopeOf } from '../../../platform/http/access-control.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { ensureState } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import * as ssccService from '../code/sscc.service.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-export.queries.ts';
import { buildCodeFile, type FileLayout } from './code-file.ts';
import { fileLayout, recordProgress } from './code-stream.ts';

export { bytesFrom, type FileLayout } from './code-file.ts';

const MAX_EXPORTS = 200;

const printableStates: readonly BatchState[] = ['issued', 'active', 'closed'];

/**
 * Validates that the codes may be printed. Locks the batch.
 * @param range default level: units
 * @throws notFound, batchNotIssued, batchStateWrong, codesForeign, levelWithoutCodes, rangeBackwards, rangeOutside
 */
export async function printableRun(
  ctx: Context,
  batchId: number,
  { level = 0, ...range }: codeService.CodeRange & { level?: number | undefined },
  step: string,
) {
  const { db } = ctx;
  const { state, issueTime, batchNo } = await batchService.lock(ctx, batchId);
  if (issueTime === null) throw new Problem('batchNotIssued');
  ensureState(ctx, batchLifeCycle, step, state, printableStates);
  if (await codeSpaceService.hasForeign(db, batchId)) throw new Problem('codesForeign');
  const count = await codeService.countCodes(db, batchId, level);
  if (count === 0 && level > 0) throw new Problem('levelWithoutCodes', { field: 'level', batchNo, level: codes.word(`level.${level}`) });
  return { ...codeService.runOf(range, count), level };
}

export const isPrintable = (state: BatchState) => printableStates.includes(state);

export async function layoutOf(
  ctx: Context,
  { batchId, level }: { batchId: number; level: number },
  form: Parameters<typeof fileLayout>[0],
): Promise<FileLayout> {
  const printed = await codeService.labelDataOf(ctx, batchId, level);
  const levels = await levelsFrom(ctx, batchId, level);
  const containers = levels.filter((containerLevel) => containerLevel.level > level);
  return fileLayout(form, { ...printed, containers, sscc: await ssccLevel(ctx, batchId, levels) });
}

/** `size` is the number of codes of `level` per container. */
async function levelsFrom({ db }: Pick<Context, 'db'>, batchId: number, level: number) {
  const sizes = await batchService.fixPackaging(db, batchId);
  return codeLevels
    .filter((containerLevel) => containerLevel >= level && unitsIn(sizes, containerLevel) > 0)
    .map((containerLevel) => ({ level: containerLevel, size: unitsIn(sizes, containerLevel) / unitsIn(sizes, level) }));
}

/** The lowest level whose containers have SSCCs. */
async function ssccLevel(ctx: Context, batchId: number, levels: Awaited<ReturnType<typeof levelsFrom>>) {
  for (const { level, size } of levels) {
    const { ssccPrefix } = await codeService.labelDataOf(ctx, batchId, level);
    if (ssccPrefix !== null) return { level, size, ssccPrefix };
  }
  return undefined;
}

/** Only if the file has an SSCC column. @throws ssccsUsedUp, ssccPrefixOverlaps */
export async function assignSsccs(ctx: Context, { batchId, level, ...run }: Slice, columns: readonly ExportColumn[]) {
  if (!columns.includes('sscc')) return;
  const ssccTarget = await ssccLevel(ctx, batchId, await levelsFrom(ctx, batchId, level));
  if (ssccTarget)
    await ssccService.assignSsccs(ctx.db, ssccTarget.ssccPrefix, {
      batchId,
      level: ssccTarget.level,
      ...containersOf(run, ssccTarget.size),
    });
}

function containersOf({ from, count }: Pick<Slice, 'from' | 'count'>, size: number) {
  const first = Math.floor(from / size);
  return { from: first, count: Math.floor((from + count - 1) / size) - first + 1 };
}

/** Ordinals from 0. */
interface Slice {
  batchId: number;
  level: number;
  from: number;
  count: number;
}

export async function fileOf(
  { installation, db }: Pick<Context, 'installation' | 'db'>,
  layout: FileLayout,
  { batchId, level, from, count }: Slice,
) {
  const [first, last] = [from, from + count - 1];
  const containerRanges = new Map<number, codeService.DerivedRange[]>();
  for (const part of layout.parts) {
    if (!('slot' in part) || part.slot !== 'container') continue;
    const run = containersOf({ from, count }, part.size);
    const span = { first: run.from, last: run.from + run.count - 1, level: part.level };
    containerRanges.set(part.level, await codeService.rangesOf(installation, db, batchId, span));
  }
  const ranges = await codeService.rangesOf(installation, db, batchId, { first, last, level });
  const ssccPart = layout.parts.find((part) => 'slot' in part && part.slot === 'sscc');
  const run = ssccPart && { level: ssccPart.level ?? level, ...containersOf({ from, count }, ssccPart.size ?? 1) };
  const ssccs = run ? await ssccService.rangesOf(db, { batchId, ...run }) : [];
  return buildCodeFile(layout, ranges, { from, count }, { containerRanges, ssccRanges: ssccs });
}

/**
 * A link for one download, valid for one day.
 * @throws as `printableRun`
 */
export async function request(ctx: Context, batchId: number, input: CodeExportInput) {
  const { db, actor } = ctx;
  const run = await printableRun(ctx, batchId, input, exportBatch.name);
  const { format, header = false, bom = false } = input;

  const columns: ExportColumn[] = format === 'csv' ? (input.columns ?? ['code']) : ['code'];
  await assignSsccs(ctx, { batchId, ...run }, columns);
  const layout = await layoutOf(ctx, { batchId, level: run.level }, { format, columns, header, bom });
  const ticket = randomBytes(32).toString('base64url');
  const { exportId } = await queries.insert(db, {
    batchId,
    level: run.level,
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
  await batchService.recordEvent(db, { batchId, action: 'exportCodes', userId: actor.userId, run, level: run.level });
  return { exportId, url: `/api${batches.path}/export/${ticket}` };
}

/** SHA-256. The ticket itself is not stored. */
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** @throws notFound */
export async function list(ctx: Context, batchId: number): Promise<CodeExport[]> {
  await batchService.ensureVisible(ctx, batchId);
  return queries.list(ctx.db, batchId, MAX_EXPORTS);
}

/** For validation by the printing house. @throws notFound, exportNotFinished */
export async function manifest({ db, scope, installation }: Context, batchId: number, exportId: number): Promise<CodeManifest> {
  const { level, format, columns, from, to, state, bytes, sha256, createTime } = orNotFound(await queries.find(db, batchId, exportId));
  const { batchNo, gtin, categoryName } = await codeService.labelDataOf({ db, scope, installation }, batchId, level);
  if (state !== 'done' || bytes === null || sha256 === null) throw new Problem('exportNotFinished');
  const [first, last] = [
    await codeService.textOf(installation, db, batchId, from - 1, level),
    await codeService.textOf(installation, db, batchId, to - 1, level),
  ];
  return {
    batchNo,
    gtin,
    goods: categoryName,
    file: fileName({ batchNo, level, format, from, to }),
    level: levelNames[level] ?? 'unit',
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

const fileName = ({ format, from, to, ...of }: { batchNo: string; level: number; format: string; from: number; to: number }) =>
  `${fileStem(of)}_${from}-${to}.${format}`;

/** Portable characters only. Units have no level suffix. */
export const fileStem = ({ batchNo, level }: { batchNo: string; level: number }) =>
  `${batchNo.replace(/[^\w.-]/g, '_')}${level > 0 ? `_${levelNames[level]}` : ''}`;

/**
 * Prepares the file without generating it.
 * @param resumed true if the client already has the beginning
 * @throws exportGone, also if the codes may no longer be printed or the requester may no longer export them
 */
export async function open({ db, installation }: Pick<Context, 'db' | 'installation'>, ticket: string, resumed: boolean) {
  const row = await queries.findOpen(db, hashOf(ticket), resumed);
  if (!row || !isPrintable(row.batchState) || !(await mayExport(db, row))) throw new Problem('exportGone');
  const { exportId, batchId, batchNo, level, format, ordinalFrom: from, count, layout } = row;
  const file = await fileOf({ installation, db }, layout, { batchId, level, from, count });
  return { exportId, file, format, name: fileName({ batchNo, level, format, from: from + 1, to: from + count }) };
}

/** Whether the user who requested the link still has the right, and sees the batch. */
async function mayExport(db: Context['db'], { createBy, batchId }: { createBy: number; batchId: number }): Promise<boolean> {
  const { permission } = exportBatch;
  const actor = await sessionService.actorOfUser(db, createBy);
  if (!actor || !hasPermission(actor, permission)) return false;
  return batchService.isVisible({ db, scope: scopeOf(actor, permission) }, batchId);
}

/** Replaces the current download. @throws exportGone */
export async function begin({ db }: Pick<Context, 'db'>, exportId: number, position: { start: number; bytes: number }) {
  await recordProgress(exportId);
  if (!(await queries.claim(db, exportId, position))) throw new Problem('exportGone');
}
