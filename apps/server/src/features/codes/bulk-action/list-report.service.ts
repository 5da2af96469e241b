import { Readable } from 'node:stream';
import {
  type BatchState,
  type BulkActionLine,
  type BulkActionLineFilters,
  batches,
  batchStates,
  bulkActions,
  type CodeStatus,
  codeStatuses,
  codes,
  csvCell,
  type LineOutcome,
  lineOutcomes,
} from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Download } from '../../../platform/http/download.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as codeService from '../code/code.service.ts';
import type { ListFormat } from './bulk-action.queries.ts';
import * as queries from './bulk-action.queries.ts';
import { codesOf } from './list-text.ts';

interface Outcome {
  outcome: LineOutcome;
  stood: CodeStatus | BatchState | null;
}

/** Below 32 an outcome, from 32 a code status, from 64 a batch state. */
const STATUS = 32;
const STATE = 64;

/** Bytes are stored, so new outcomes must be appended to `lineOutcomes`. */
export const byteOf = (outcome: LineOutcome): number => lineOutcomes.indexOf(outcome);

export const statusByte = (status: CodeStatus): number => STATUS + codeStatuses.indexOf(status);

export const stateByte = (state: BatchState): number => STATE + batchStates.indexOf(state);

/** 0 means that the line is not processed yet. */
function outcomeOf(byte: number): Outcome {
  if (byte >= STATE) return { outcome: 'batchState', stood: batchStates[byte - STATE] ?? null };
  if (byte >= STATUS) return { outcome: 'status', stood: codeStatuses[byte - STATUS] ?? null };
  return { outcome: lineOutcomes[byte] ?? 'waiting', stood: null };
}

/** Outcomes of lines without a rejectable code. */
const neutralOutcomes: readonly LineOutcome[] = ['waiting', 'blank', 'title'];

export function kindOf(byte: number): 'done' | 'already' | 'refused' | 'none' {
  const { outcome } = outcomeOf(byte);
  if (outcome === 'done' || outcome === 'already') return outcome;
  return neutralOutcomes.includes(outcome) ? 'none' : 'refused';
}

/** Lines per response. */
const PAGE_SIZE = 100;
/** Parts per query. */
const PARTS_PER_QUERY = 20;
const LINES_PER_CHUNK = 5000;

/** From line `from` on. Default: only refused lines. @throws notFound, listFileGone */
export async function lines(ctx: Context, id: number, { outcome = 'refused', from = 1 }: z.output<typeof BulkActionLineFilters>) {
  const { list, source } = await openList(ctx, id);
  try {
    const matches: { line: number; byte: number }[] = [];
    for await (const { line, byte } of outcomesOf(ctx, id, from)) {
      if (outcome === 'all' || kindOf(byte) === outcome) matches.push({ line, byte });
      if (matches.length > PAGE_SIZE) break;
    }
    const page = matches.slice(0, PAGE_SIZE);
    const lineNumbers = page.map(({ line }) => line);
    const codesAt = await codesAtLines(source, list, lineNumbers);
    const formatCode = codeFormatterFor(ctx, list);
    const rows = page.map(({ line, byte }): BulkActionLine => ({ line, code: formatCode(codesAt.get(line) ?? ''), ...outcomeOf(byte) }));
    return { rows, next: matches[PAGE_SIZE]?.line ?? null };
  } finally {
    source.destroy();
  }
}

/** Streams all lines in order. @throws notFound, listFileGone */
export async function report(ctx: Context, id: number): Promise<Download> {
  const { list, source } = await openList(ctx, id);
  const t = ctx.t;
  const formatCode = codeFormatterFor(ctx, list);
  const outcomes = outcomesOf(ctx, id, 1)[Symbol.asyncIterator]();
  async function* renderLines() {
    yield `\uFEFF${t(bulkActions.word('reportColumns'))}\r\n`;
    let line = 0;
    for await (const cells of codesOf(source, list, 0, LINES_PER_CHUNK)) {
      let text = '';
      for (const cell of cells) {
        line++;
        const next = await outcomes.next();
        const byte = next.done ? 0 : next.value.byte;
        text += `${line},${csvCell(formatCode(cell))},${csvCell(outcomeText(ctx, list.act, outcomeOf(byte)))}\r\n`;
      }
      yield text;
    }
  }
  const name = `${list.fileName.replace(/\.[^.]*$/, '')}-${t(bulkActions.word('outcome'))}.csv`;
  return new Download({
    type: 'text/csv; charset=utf-8',
    fileName: name,
    body: Readable.from(renderLines()),
    onClose: () => source.destroy(),
  });
}

/** Codes are unmasked for the uploader, who already has them, and for users who may export codes. */
const codeFormatterFor = ({ actor }: Context, { createBy }: queries.BulkActionRow): ((code: string) => string) =>
  createBy === actor.userId || codeService.canSeeUnmasked(actor) ? (code) => code : codeService.maskCode;

function outcomeText({ t }: Pick<Context, 't'>, act: queries.BulkActionRow['act'], { outcome, stood: status }: Outcome): string {
  const word = outcome === 'status' ? codes.word(`status.${status}`) : batches.word(`state.${status}`);
  return t(bulkActions.word(`outcome.${outcome}`), { act: t(bulkActions.word(`act.${act}`)), stood: status === null ? '' : t(word) });
}

/** @throws notFound, listFileGone */
async function openList(ctx: Context, id: number) {
  orNotFound(await queries.bulkActionTable.find(ctx, id));
  const list = orNotFound(await queries.findRow(ctx.db, id));
  const source = (await fileService.openStored(ctx.installation, list.file))?.body;
  if (!source) throw new Problem('listFileGone');
  return { list, source };
}

async function* outcomesOf({ db }: Context, id: number, from: number) {
  let next = from;
  for (;;) {
    const parts = await queries.listParts(db, id, next, PARTS_PER_QUERY);
    for (const { lineFrom, outcomes } of parts)
      for (let at = Math.max(next - lineFrom, 0); at < outcomes.length; at++) {
        next = lineFrom + at + 1;
        yield { line: lineFrom + at, byte: outcomes[at]! };
      }
    if (parts.length < PARTS_PER_QUERY) return;
  }
}

/** `lineNumbers` is ascending. Reading stops after the last line. */
async function codesAtLines(source: Readable, format: ListFormat, lineNumbers: readonly number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  const [first, last] = [lineNumbers[0], lineNumbers.at(-1)];
  if (first === undefined || last === undefined) return texts;
  const requestedLines = new Set(lineNumbers);
  let line = first - 1;
  for await (const cells of codesOf(source, format, line, LINES_PER_CHUNK)) {
    for (const cell of cells) if (requestedLines.has(++line)) texts.set(line, cell);
    if (line >= last) break;
  }
  return texts;
}
