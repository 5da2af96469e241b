import { createHash } from 'node:crypto';
import { AI21_LENGTH } from '@suyuan/codes';
import { type HandoverFile, type HandoverInput, type HandoverManifest, labelDefaults, sheetDefaults } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import type { Installation } from '../../../http/installation.ts';
import { Problem } from '../../../http/problem.ts';
import * as codeService from '../code/code.service.ts';
import { bytesFrom, type FileLayout, layOut } from '../codeExport/codeExport.service.ts';
import type { Entry } from './archive.ts';
import type { HandoverRow } from './handover.queries.ts';
import { pngOf } from './label-png.ts';
import { sheetsOf } from './label-sheet.ts';
import { svgOf } from './label-svg.ts';
import type { LabelLook, LabelText } from './label-symbol.ts';

/** Labels whose texts are held at a time. */
const LABELS = 500;
/** Labels of one document of sheets, unless asked otherwise. */
const SHEET_LABELS = 5000;
/** Pictures of one folder of an archive. */
const FOLDER = 1000;

/** A batch as its labels and files show it. */
export type Facts = Awaited<ReturnType<typeof codeService.batchOf>>;

export const lookOf = ({ symbology, correction, sizeMm, caption }: Partial<HandoverInput>): LabelLook => ({
  symbology: symbology ?? labelDefaults.symbology,
  correction: correction ?? labelDefaults.correction,
  sizeMm: sizeMm ?? labelDefaults.sizeMm,
  caption: caption ?? labelDefaults.caption,
});

export const gridOf = ({ across, down }: Partial<HandoverInput>) => ({
  across: across ?? sheetDefaults.across,
  down: down ?? sheetDefaults.down,
});

/** What the label of one code says. @throws labelWithoutGtin, labelCodeTooLong where a DataMatrix cannot say it */
export function labelText(installation: Installation, facts: Facts, code: string, look: LabelLook): LabelText {
  const payload = codeService.payloadPrefix(installation, facts) + code;
  if (look.symbology === 'qr') return { payload, elements: [], code };
  const { gtin, expiryDate, batchNo, categoryName } = facts;
  if (gtin === null) throw new Problem('labelWithoutGtin', { field: 'symbology', categoryName });
  if (code.length > AI21_LENGTH) throw new Problem('labelCodeTooLong', { field: 'symbology', length: code.length, max: AI21_LENGTH });
  const elements = [
    { ai: '01', value: gtin, variable: false },
    ...(expiryDate ? [{ ai: '17', value: expiryDate.replaceAll('-', '').slice(-6), variable: false }] : []),
    { ai: '10', value: batchNo, variable: true },
    { ai: '21', value: code, variable: true },
  ];
  return { payload, elements, code };
}

/** Ordinals of one file, from 0. */
interface Slice {
  from: number;
  count: number;
}

function* slicesOf({ ordinalFrom, count }: Pick<HandoverRow, 'ordinalFrom' | 'count'>, most: number): Generator<Slice> {
  for (let at = 0; at < count; at += most) yield { from: ordinalFrom + at, count: Math.min(most, count - at) };
}

interface Making {
  installation: Installation;
  db: Db;
  facts: Facts;
  row: HandoverRow;
  /** Files as they are written. */
  files: HandoverFile[];
  /** Told how many codes are done. */
  onProgress?: (done: number) => Promise<void>;
}

/** Every file of a hand-over, made as it is read; what was written is noted in `files`, and the manifest comes last. */
export async function* entriesOf(making: Making): AsyncGenerator<Entry> {
  const { kind } = making.row;
  if (kind === 'lines') yield* linesOf(making);
  else if (kind === 'pdf') yield* sheetFiles(making);
  else yield* picturesOf(making, kind);
  yield { name: 'manifest.json', packed: true, body: manifestOf(making) };
}

/** Notes a file's bytes and digest as they go by. */
async function* noted({ files }: Making, name: string, slice: Slice, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  const [from, to] = [slice.from + 1, slice.from + slice.count];
  files.push({ name, from, to, count: slice.count, bytes, sha256: hash.digest('hex') });
}

const stem = ({ row: { batchNo } }: Making) => batchNo.replace(/[^\w.-]/g, '_');

async function* linesOf(making: Making): AsyncGenerator<Entry> {
  const { installation, db, row } = making;
  const { form, count } = row;
  for (const slice of slicesOf(row, form.perFile ?? count)) {
    const ranges = await codeService.rangesOf(installation, db, row.batchId, slice.from, slice.from + slice.count - 1);
    // laid out when it was released, by the code that reads it here
    const file = layOut(row.layout as FileLayout, ranges, slice);
    const name = `${stem(making)}_${slice.from + 1}-${slice.from + slice.count}.${form.format ?? 'txt'}`;
    yield { name, packed: true, body: noted(making, name, slice, bytesFrom(file, 0)) };
  }
}

/** Texts of labels of a slice, some at a time. */
async function* textsOf({ installation, db, facts, row }: Making, { from, count }: Slice) {
  const look = lookOf(row.form);
  for (let at = from; at < from + count; at += LABELS) {
    const ordinals = Array.from({ length: Math.min(LABELS, from + count - at) }, (_, index) => at + index);
    const codes = await codeService.textsOf(installation, db, row.batchId, ordinals);
    for (const [index, code] of codes.entries()) yield { ordinal: at + index, text: labelText(installation, facts, code, look) };
  }
}

async function* picturesOf(making: Making, kind: 'svg' | 'png'): AsyncGenerator<Entry> {
  const { row, onProgress } = making;
  const look = lookOf(row.form);
  const digits = String(row.ordinalFrom + row.count).length;
  let done = 0;
  for await (const { ordinal, text } of textsOf(making, { from: row.ordinalFrom, count: row.count })) {
    const folder = row.count > FOLDER ? `${String(Math.floor((ordinal - row.ordinalFrom) / FOLDER) + 1).padStart(3, '0')}/` : '';
    const name = `${folder}${String(ordinal + 1).padStart(digits, '0')}.${kind}`;
    const picture = kind === 'svg' ? Buffer.from(svgOf(look, text)) : pngOf(look, text);
    yield { name, packed: kind === 'svg', body: noted(making, name, { from: ordinal, count: 1 }, [picture]) };
    await onProgress?.(++done);
  }
}

async function* sheetFiles(making: Making): AsyncGenerator<Entry> {
  const { row, onProgress } = making;
  const { form } = row;
  let done = 0;
  for (const slice of slicesOf(row, form.perFile ?? SHEET_LABELS)) {
    const name = `${stem(making)}_${slice.from + 1}-${slice.from + slice.count}.pdf`;
    const texts = (async function* () {
      for await (const { text } of textsOf(making, slice)) {
        yield text;
        await onProgress?.(++done);
      }
    })();
    yield { name, packed: false, body: noted(making, name, slice, sheetsOf(gridOf(form), lookOf(form), texts)) };
  }
}

async function* manifestOf({ installation, db, facts, row, files }: Making) {
  const { batchId, ordinalFrom, count } = row;
  const manifest: HandoverManifest = {
    handoverId: row.handoverId,
    recipient: row.recipient,
    batchNo: row.batchNo,
    gtin: facts.gtin,
    goods: facts.categoryName,
    kind: row.kind,
    count,
    firstOrdinal: ordinalFrom + 1,
    lastOrdinal: ordinalFrom + count,
    firstCode: await codeService.textOf(installation, db, batchId, ordinalFrom),
    lastCode: await codeService.textOf(installation, db, batchId, ordinalFrom + count - 1),
    releaseTime: row.releaseTime ?? '',
    files,
  };
  yield Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
}
