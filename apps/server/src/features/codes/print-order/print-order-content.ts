import { createHash } from 'node:crypto';
import { AI21_LENGTH } from '@suyuan/codes';
import {
  codes as codeNoun,
  labelDefaults,
  levelNames,
  type PrintOrderFile,
  type PrintOrderInput,
  type PrintOrderManifest,
  sheetDefaults,
} from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeService from '../code/code.service.ts';
import { ssccsOf } from '../code/sscc.service.ts';
import { bytesFrom, type FileLayout, fileOf, fileStem } from '../code-export/code-export.service.ts';
import type { Entry } from './archive.ts';
import { pngOf } from './label-png.ts';
import { sheetsOf } from './label-sheet.ts';
import { svgOf } from './label-svg.ts';
import type { LabelLook, LabelText } from './label-symbol.ts';
import type { PrintOrderRow } from './print-order.queries.ts';

/** Label texts per query. */
const LABELS = 500;
/** Default labels per PDF. */
const SHEET_LABELS = 5000;
/** Pictures per archive folder. */
const FOLDER = 1000;

export type Facts = codeService.PrintedBatch;

export const lookOf = ({ symbology, correction, sizeMm, caption }: Partial<PrintOrderInput>): LabelLook => ({
  symbology: symbology ?? labelDefaults.symbology,
  correction: correction ?? labelDefaults.correction,
  sizeMm: sizeMm ?? labelDefaults.sizeMm,
  caption: caption ?? labelDefaults.caption,
});

export const gridOf = ({ across, down }: Partial<PrintOrderInput>) => ({
  across: across ?? sheetDefaults.across,
  down: down ?? sheetDefaults.down,
});

/**
 * In a DataMatrix a container's SSCC (AI 00) comes first. Without a GTIN it is alone, because AI 10 and AI 21 require one (GS1 General
 * Specifications, data relationships).
 * @throws labelWithoutGtin, labelContainerNameless, labelCodeTooLong if a DataMatrix cannot encode it
 */
export function labelText(facts: Facts, code: string, look: LabelLook, sscc?: string): LabelText {
  const payload = facts.payloadPrefix + code;
  if (look.symbology === 'qr') return { payload, elements: [], code, sscc };
  const { gtin, expiryDate, batchNo, categoryName, level } = facts;
  const unit: LabelText['elements'] = sscc ? [['00', sscc]] : [];
  if (gtin === null && sscc) return { payload, elements: unit, code, sscc };
  if (gtin === null && level > 0)
    throw new Problem('labelContainerNameless', { field: 'symbology', categoryName, level: codeNoun.word(`level.${level}`) });
  if (gtin === null) throw new Problem('labelWithoutGtin', { field: 'symbology', categoryName });
  if (code.length > AI21_LENGTH) throw new Problem('labelCodeTooLong', { field: 'symbology', length: code.length, max: AI21_LENGTH });
  const expiry: LabelText['elements'] = expiryDate ? [['17', expiryDate.replaceAll('-', '').slice(-6)]] : [];
  const elements: LabelText['elements'] = [...unit, ['01', gtin], ...expiry, ['10', batchNo], ['21', code]];
  return { payload, elements, code, sscc };
}

/** From 0. */
interface Slice {
  from: number;
  count: number;
}

function* slicesOf({ ordinalFrom, count }: Pick<PrintOrderRow, 'ordinalFrom' | 'count'>, most: number): Generator<Slice> {
  for (let at = 0; at < count; at += most) yield { from: ordinalFrom + at, count: Math.min(most, count - at) };
}

interface Making {
  installation: Installation;
  db: Db;
  facts: Facts;
  row: PrintOrderRow;
  /** Filled as files are written. */
  files: PrintOrderFile[];
  /** Called with the number of processed codes. */
  onProgress?: (done: number) => Promise<void>;
}

/** Generated on demand. The manifest comes last. */
export async function* entriesOf(making: Making): AsyncGenerator<Entry> {
  const { kind } = making.row;
  if (kind === 'lines') yield* linesOf(making);
  else if (kind === 'pdf') yield* sheetFiles(making);
  else yield* picturesOf(making, kind);
  yield { name: 'manifest.json', packed: true, body: manifestOf(making) };
}

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

const stem = ({ row }: Making) => fileStem(row);

async function* linesOf(making: Making): AsyncGenerator<Entry> {
  const { installation, db, row } = making;
  const { form, count } = row;
  for (const slice of slicesOf(row, form.perFile ?? count)) {
    // `release` stored this layout
    const file = await fileOf({ installation, db }, row.layout as FileLayout, { ...slice, batchId: row.batchId, level: row.level });
    const name = `${stem(making)}_${slice.from + 1}-${slice.from + slice.count}.${form.format ?? 'txt'}`;
    yield { name, packed: true, body: noted(making, name, slice, bytesFrom(file, 0)) };
  }
}

/** In chunks. */
async function* textsOf({ installation, db, facts, row }: Making, { from, count }: Slice) {
  const look = lookOf(row.form);
  for (let at = from; at < from + count; at += LABELS) {
    const ordinals = Array.from({ length: Math.min(LABELS, from + count - at) }, (_, index) => at + index);
    const codes = await codeService.textsOf(installation, db, row.batchId, ordinals, row.level);
    const ssccs = await ssccsOf(db, { batchId: row.batchId, level: row.level, from: at, count: ordinals.length });
    for (const [index, code] of codes.entries()) yield { ordinal: at + index, text: labelText(facts, code, look, ssccs.get(at + index)) };
  }
}

async function* picturesOf(making: Making, kind: 'svg' | 'png'): AsyncGenerator<Entry> {
  const { row, onProgress } = making;
  const look = lookOf(row.form);
  const digits = String(row.ordinalFrom + row.count).length;
  let done = 0;
  for await (const { ordinal, text } of textsOf(making, { from: row.ordinalFrom, count: row.count })) {
    const folder = row.count > FOLDER ? `${String(Math.floor((ordinal - row.ordinalFrom) / FOLDER) + 1).padStart(3, '0')}/` : '';
    const level = row.level > 0 ? `${levelNames[row.level]}_` : '';
    const name = `${folder}${level}${String(ordinal + 1).padStart(digits, '0')}.${kind}`;
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
  const { batchId, level, ordinalFrom, count } = row;
  const manifest: PrintOrderManifest = {
    handoverId: row.handoverId,
    recipient: row.recipient,
    batchNo: row.batchNo,
    gtin: facts.gtin,
    goods: facts.categoryName,
    kind: row.kind,
    level: levelNames[level] ?? 'unit',
    count,
    firstOrdinal: ordinalFrom + 1,
    lastOrdinal: ordinalFrom + count,
    firstCode: await codeService.textOf(installation, db, batchId, ordinalFrom, level),
    lastCode: await codeService.textOf(installation, db, batchId, ordinalFrom + count - 1, level),
    releaseTime: row.releaseTime ?? '',
    files: [],
  };
  // `files` is the last property, and streamed because it may be as long as the list of codes
  yield Buffer.from(JSON.stringify(manifest, undefined, 2).slice(0, -']\n}'.length));
  for (let at = 0; at < files.length; at += FOLDER) {
    const some = files.slice(at, at + FOLDER).map((file) => `\n${JSON.stringify(file, undefined, 2).replace(/^/gm, '    ')}`);
    yield Buffer.from(`${at > 0 ? ',' : ''}${some.join(',')}`);
  }
  yield Buffer.from(`${files.length > 0 ? '\n  ' : ''}]\n}\n`);
}
