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
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import * as codeService from '../code/code.service.ts';
import { ssccsOf } from '../code/sscc.service.ts';
import { bytesFrom, type FileLayout, fileOf, fileStem } from '../code-export/code-export.service.ts';
import type { Entry } from './archive.ts';
import { type LabelLook, type LabelText, pngOf, svgOf } from './label-image.ts';
import { sheetsOf } from './label-sheet.ts';
import type { PrintOrderRow } from './print-order.queries.ts';

/** Label texts per query. */
const LABELS_PER_QUERY = 500;
/** Default labels per PDF. */
const SHEET_LABELS = 5000;
/** Pictures per archive folder. */
const PICTURES_PER_FOLDER = 1000;

export type LabelData = codeService.LabelData;

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
export function labelText(labelData: LabelData, code: string, look: LabelLook, sscc?: string): LabelText {
  const payload = labelData.payloadPrefix + code;
  if (look.symbology === 'qr') return { payload, elements: [], code, sscc };
  const { gtin, expiryDate, batchNo, categoryName, level } = labelData;
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

function* slicesOf({ ordinalFrom, count }: Pick<PrintOrderRow, 'ordinalFrom' | 'count'>, size: number): Generator<Slice> {
  for (let offset = 0; offset < count; offset += size) yield { from: ordinalFrom + offset, count: Math.min(size, count - offset) };
}

interface BuildContext {
  installation: Installation;
  db: Db;
  labelData: LabelData;
  row: PrintOrderRow;
  /** Filled as files are written. */
  files: PrintOrderFile[];
  /** Called with the number of processed codes. */
  onProgress?: (done: number) => Promise<void>;
}

/** Generated on demand. The manifest comes last. */
export async function* entriesOf(context: BuildContext): AsyncGenerator<Entry> {
  const { kind } = context.row;
  if (kind === 'lines') yield* linesOf(context);
  else if (kind === 'pdf') yield* sheetFiles(context);
  else yield* picturesOf(context, kind);
  yield { name: 'manifest.json', isCompressed: true, body: manifestOf(context) };
}

async function* recordFile({ files }: BuildContext, name: string, slice: Slice, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
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

const stem = ({ row }: BuildContext) => fileStem(row);

async function* linesOf(context: BuildContext): AsyncGenerator<Entry> {
  const { installation, db, row } = context;
  const { form, count } = row;
  for (const slice of slicesOf(row, form.perFile ?? count)) {
    // `release` stored this layout
    const file = await fileOf({ installation, db }, row.layout as FileLayout, { ...slice, batchId: row.batchId, level: row.level });
    const name = `${stem(context)}_${slice.from + 1}-${slice.from + slice.count}.${form.format ?? 'txt'}`;
    yield { name, isCompressed: true, body: recordFile(context, name, slice, bytesFrom(file, 0)) };
  }
}

/** In chunks. */
async function* textsOf({ installation, db, labelData, row }: BuildContext, { from, count }: Slice) {
  const look = lookOf(row.form);
  for (let start = from; start < from + count; start += LABELS_PER_QUERY) {
    const ordinals = Array.from({ length: Math.min(LABELS_PER_QUERY, from + count - start) }, (_, index) => start + index);
    const codes = await codeService.textsOf(installation, db, row.batchId, ordinals, row.level);
    const ssccs = await ssccsOf(db, { batchId: row.batchId, level: row.level, from: start, count: ordinals.length });
    for (const [index, code] of codes.entries())
      yield { ordinal: start + index, text: labelText(labelData, code, look, ssccs.get(start + index)) };
  }
}

async function* picturesOf(context: BuildContext, kind: 'svg' | 'png'): AsyncGenerator<Entry> {
  const { row, onProgress } = context;
  const look = lookOf(row.form);
  const digits = String(row.ordinalFrom + row.count).length;
  let done = 0;
  for await (const { ordinal, text } of textsOf(context, { from: row.ordinalFrom, count: row.count })) {
    const folder =
      row.count > PICTURES_PER_FOLDER
        ? `${String(Math.floor((ordinal - row.ordinalFrom) / PICTURES_PER_FOLDER) + 1).padStart(3, '0')}/`
        : '';
    const level = row.level > 0 ? `${levelNames[row.level]}_` : '';
    const name = `${folder}${level}${String(ordinal + 1).padStart(digits, '0')}.${kind}`;
    const picture = kind === 'svg' ? Buffer.from(svgOf(look, text)) : pngOf(look, text);
    yield { name, isCompressed: kind === 'svg', body: recordFile(context, name, { from: ordinal, count: 1 }, [picture]) };
    await onProgress?.(++done);
  }
}

async function* sheetFiles(context: BuildContext): AsyncGenerator<Entry> {
  const { row, onProgress } = context;
  const { form } = row;
  let done = 0;
  for (const slice of slicesOf(row, form.perFile ?? SHEET_LABELS)) {
    const name = `${stem(context)}_${slice.from + 1}-${slice.from + slice.count}.pdf`;
    const texts = (async function* () {
      for await (const { text } of textsOf(context, slice)) {
        yield text;
        await onProgress?.(++done);
      }
    })();
    yield { name, isCompressed: false, body: recordFile(context, name, slice, sheetsOf(gridOf(form), lookOf(form), texts)) };
  }
}

async function* manifestOf({ installation, db, labelData, row, files }: BuildContext) {
  const { batchId, level, ordinalFrom, count } = row;
  const manifest: PrintOrderManifest = {
    handoverId: row.handoverId,
    recipient: row.recipient,
    batchNo: row.batchNo,
    gtin: labelData.gtin,
    goods: labelData.categoryName,
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
  for (let start = 0; start < files.length; start += PICTURES_PER_FOLDER) {
    const fileTexts = files
      .slice(start, start + PICTURES_PER_FOLDER)
      .map((file) => `\n${JSON.stringify(file, undefined, 2).replace(/^/gm, '    ')}`);
    yield Buffer.from(`${start > 0 ? ',' : ''}${fileTexts.join(',')}`);
  }
  yield Buffer.from(`${files.length > 0 ? '\n  ' : ''}]\n}\n`);
}
