import { Readable } from 'node:stream';
import { type BulkActionLine, type BulkActionLineFilters, batches, bulkActions, codes } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Download } from '../../../platform/http/download.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as codeService from '../code/code.service.ts';
import * as queries from './bulk-action.queries.ts';
import { codesOf } from './list-text.ts';
import { kindOf, type Outcome, outcomeOf } from './outcome.ts';

/** Lines per response. */
const MOST_SHOWN = 100;
/** Parts per query. */
const PARTS = 20;
const LINES = 5000;

/** From line `from` on. Default: only refused lines. @throws notFound, listFileGone */
export async function lines(ctx: Context, id: number, { outcome = 'refused', from = 1 }: z.output<typeof BulkActionLineFilters>) {
  const list = await readable(ctx, id);
  const wanted: { line: number; byte: number }[] = [];
  for await (const { line, byte } of outcomesOf(ctx, id, from)) {
    const kind = kindOf(byte);
    if (outcome === 'all' || kind === outcome) wanted.push({ line, byte });
    if (wanted.length > MOST_SHOWN) break;
  }
  const shown = wanted.slice(0, MOST_SHOWN);
  const codesAt = await codesAtLines(
    ctx,
    list,
    shown.map(({ line }) => line),
  );
  const show = shownTo(ctx, list);
  const rows = shown.map(({ line, byte }): BulkActionLine => ({ line, code: show(codesAt.get(line) ?? ''), ...outcomeOf(byte) }));
  return { rows, next: wanted[MOST_SHOWN]?.line ?? null };
}

/** Streams all lines in order. @throws notFound, listFileGone */
export async function report(ctx: Context, id: number): Promise<Download> {
  const list = await readable(ctx, id);
  const source = orNotFound(await fileService.stored(ctx.installation, list.file)).body;
  const t = ctx.t;
  const show = shownTo(ctx, list);
  const outcomes = outcomesOf(ctx, id, 1)[Symbol.asyncIterator]();
  async function* written() {
    yield `\uFEFF${t(bulkActions.word('reportColumns'))}\r\n`;
    let line = 0;
    for await (const cells of codesOf(source, list, 0, LINES)) {
      let text = '';
      for (const cell of cells) {
        line++;
        const next = await outcomes.next();
        const byte = next.done ? 0 : next.value.byte;
        text += `${line},${quoted(show(cell))},${quoted(sentence(ctx, list.act, outcomeOf(byte)))}\r\n`;
      }
      yield text;
    }
  }
  const name = `${list.fileName.replace(/\.[^.]*$/, '')}-${t(bulkActions.word('outcome'))}.csv`;
  return new Download({ type: 'text/csv; charset=utf-8', fileName: name, body: Readable.from(written()), onClose: () => source.destroy() });
}

/** Codes are unmasked for the uploader, who already has them, and for users who may export codes. */
const shownTo = ({ actor }: Context, { createBy }: queries.Whole): ((code: string) => string) =>
  createBy === actor.userId || codeService.seesWhole(actor) ? (code) => code : codeService.masked;

function sentence({ t }: Pick<Context, 't'>, act: queries.Whole['act'], { outcome, stood }: Outcome): string {
  const word = outcome === 'status' ? codes.word(`status.${stood}`) : batches.word(`state.${stood}`);
  return t(bulkActions.word(`outcome.${outcome}`), { act: t(bulkActions.word(`act.${act}`)), stood: stood === null ? '' : t(word) });
}

/** Quotes CSV cells, and neutralizes formulas. */
const quoted = (cell: string) => {
  const safe = /^[=+\-@\t]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

async function readable({ db, scope, installation }: Context, id: number) {
  orNotFound(await queries.find(db, scope, id));
  const list = orNotFound(await queries.findWhole(db, id));
  const source = (await fileService.stored(installation, list.file))?.body;
  if (!source) throw new Problem('listFileGone');
  source.destroy();
  return list;
}

async function* outcomesOf({ db }: Context, id: number, from: number) {
  let next = from;
  for (;;) {
    const parts = await queries.listParts(db, id, next, PARTS);
    for (const { lineFrom, outcomes } of parts)
      for (let at = Math.max(next - lineFrom, 0); at < outcomes.length; at++) {
        next = lineFrom + at + 1;
        yield { line: lineFrom + at, byte: outcomes[at]! };
      }
    if (parts.length < PARTS) return;
  }
}

/** `wanted` is ascending. Reading stops after the last line. */
async function codesAtLines({ installation }: Context, list: queries.Whole, wanted: readonly number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (first === undefined || last === undefined) return texts;
  const asked = new Set(wanted);
  const source = orNotFound(await fileService.stored(installation, list.file)).body;
  let line = first - 1;
  for await (const cells of codesOf(source, list, line, LINES)) {
    for (const cell of cells) if (asked.has(++line)) texts.set(line, cell);
    if (line >= last) break;
  }
  source.destroy();
  return texts;
}
