import { escapeFormula, isExact, isWord, paddedMoment, type Resource, unescapeFormula, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { Problem } from '../problem.ts';
import { JobRefusal } from '../threads/serve-jobs.ts';
import { workerThread } from '../threads/worker-thread.ts';
import type { Context } from './context.ts';
import type { UploadedFile } from './imported-file.ts';
import { translateSeedName } from './seed-names.ts';
import type { SheetJob, SheetLine } from './sheet-job.ts';
import type { Cell } from './workbook-parts.ts';

export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MAX_IMPORT_ROWS = 10_000;

/** Limits of an import sheet. Row numbers may reach the maximum of spreadsheet programs, because most rows are blank. */
const IMPORT_LIMITS: SheetLimits = { filledRows: MAX_IMPORT_ROWS, lastRow: 1_048_576, columns: 16_384, unpackedBytes: 50 * 1024 * 1024 };

/**
 * A separate thread parses one spreadsheet at a time: a valid file of 5 MB can take seconds of CPU, and verification must continue. The
 * heap fits 10 000 rows of 26 columns with distinct strings.
 */
const sheetThread = workerThread<SheetJob, SheetLine[]>(new URL('./sheet-job.ts', import.meta.url), {
  heap: 256,
  waiting: 8,
  patience: 30_000,
});

type Words = Pick<Context, 't'>;
type Reader = Pick<Context, 't' | 'language'>;

const header = ({ t }: Words, noun: Resource, field: string) => t(noun.word(field));

/** Fields whose values have the labels of another resource's field. */
export type LabelFields = Partial<Record<string, { of: Pick<Resource, 'word'>; field: string }>>;

/** The label of a coded value if there is one, else the value. */
function cell(ctx: Reader, noun: Resource, field: string, row: Record<string, unknown>, labels: LabelFields): string | number | null {
  const { t } = ctx;
  const value = row[field];
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
  if (typeof value === 'object') return escapeFormula(JSON.stringify(value));
  const label = [{ of: noun, field }, labels[field]]
    .map((one) => one?.of.word(`${one.field}.${value}`))
    .find((key) => key && isWord(zhCN, key));
  if (label) return escapeFormula(t(label));
  if (typeof value === 'number') return Number.isInteger(value) && isExact(value) ? value : String(value);
  return escapeFormula(translateSeedName(ctx, field, row));
}

/** A text cell that cannot be a formula; null for an empty text. */
export const textCell = (text: string): string | null => (text === '' ? null : escapeFormula(text));

export interface SheetLayout {
  name: string;
  titles: string[];
  cells(row: Record<string, unknown>): (string | number | null)[];
}

/** Titles of `fields`, and labels for coded values. Fields without a title are omitted, and references next to a name of their title. */
export function sheetLayout(ctx: Reader, noun: Resource, fields: string[], labels: LabelFields = {}): SheetLayout {
  const isRepeated = (field: string) => fields.some((other) => other !== field && header(ctx, noun, other) === header(ctx, noun, field));
  const titledFields = fields.filter(
    (field) => isWord(zhCN, noun.word(field)) && !(/^(reference|region)$/.test(noun.fields[field]?.kind ?? '') && isRepeated(field)),
  );
  return {
    name: ctx.t(noun.word()),
    titles: titledFields.map((field) => header(ctx, noun, field)),
    cells: (row) => titledFields.map((field) => cell(ctx, noun, field, row, labels)),
  };
}

export async function writeSheet({ name, titles, cells }: SheetLayout, rows: Record<string, unknown>[]): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx');
  return Buffer.from(await writeXlsx({ sheets: [{ name, rows: [titles, ...rows.map(cells)] }] }));
}

/** Rows per sheet of a long workbook, including titles: the limit of old spreadsheet programs. */
const SHEET_ROWS = 65_536;

/** Further rows continue on the next sheet with the same titles. */
export async function streamSheets({ name, titles, cells }: SheetLayout, rows: AsyncIterable<Record<string, unknown>>) {
  async function* table() {
    for await (const row of rows) yield cells(row);
  }
  const { writeXlsxStream } = await import('hucre/xlsx');
  return writeXlsxStream(table(), { name, columns: titles.map((header) => ({ header })), maxRowsPerSheet: SHEET_ROWS });
}

/**
 * Matches columns by title in any order, and converts labels to values. Preserves spreadsheet row numbers. Returns unknown titles, whose
 * columns are ignored.
 * @param titleAliases further titles of columns, as on pages
 * @throws fileUnreadable, fileTitlesUnknown, fileTitlesRepeated, fileWithoutRows, fileTooLarge, fileRowsTooMany
 */
export async function readSheet(
  ctx: Words,
  noun: Resource,
  fields: string[],
  file: UploadedFile,
  titleAliases: Partial<Record<string, WordKey>> = {},
) {
  const titleOf = new Map(fields.flatMap((field) => (titleAliases[field] ? [[ctx.t(titleAliases[field]), field]] : [])));
  // the first of several fields with one title wins
  for (const field of fields.toReversed()) titleOf.set(header(ctx, noun, field), field);
  let columns: (Column | undefined)[] = [];
  let unknown: string[] = [];
  const rows: SheetRow[] = [];
  const format = isWorkbook(file.bytes) || !/\.csv$/i.test(file.name) ? 'xlsx' : 'csv';
  for await (const lines of readLines(file, format, IMPORT_LIMITS)) {
    for (const { row, cells } of lines) {
      if (row === 1) {
        const titles = cells.map((title) => String(title ?? '').trim());
        // per column: searching all words per cell would block the process for half a minute
        columns = titles.map((title) => columnOf(ctx, noun, titleOf.get(title)));
        unknown = titles.filter((title, at) => title && !columns[at]).map((title) => title.slice(0, 50));
        refuseRepeatedColumns(
          titles,
          columns.map((column) => column?.field),
        );
      }
      // without a recognised title no row can be read
      if (!columns.some(Boolean)) throw new Problem('fileTitlesUnknown', { file: file.name });
      if (row === 1) continue;
      const record: Record<string, unknown> = {};
      for (const [index, column] of columns.entries()) if (column) record[column.field] = readCell(column, cells[index]);
      rows.push({ row, record });
    }
  }
  if (!columns.some(Boolean)) throw new Problem('fileTitlesUnknown', { file: file.name });
  if (rows.length === 0) throw new Problem('fileWithoutRows');
  return { rows, unknown };
}

/** Of two columns for one field, the second would silently replace the first. @throws fileTitlesRepeated */
export function refuseRepeatedColumns(titles: readonly string[], fields: readonly (string | undefined)[]): void {
  const repeated = titles.filter((_, at) => fields[at] !== undefined && fields.indexOf(fields[at]) < at);
  if (repeated.length > 0) throw new Problem('fileTitlesRepeated', { columns: [...new Set(repeated)] });
}

interface Column {
  field: string;
  isDay: boolean;
  values: ReadonlyMap<string, unknown>;
}

const columnOf = (ctx: Words, noun: Resource, field: string | undefined): Column | undefined =>
  field === undefined ? undefined : { field, isDay: noun.fields[field]?.kind === 'day', values: valuesByLabel(ctx, noun, field) };

/** Titles are row 1. */
export interface SheetRow {
  row: number;
  record: Record<string, unknown>;
}

/** Titles are row 1. Numbers are those that are not exact: NaN for a formula error. */
export interface TextRow {
  row: number;
  cells: (string | number)[];
}

/**
 * Omits blank rows. Dates use the wire format, flags their label.
 * @throws fileUnreadable, fileTooLarge, fileRowsTooMany, sheetTooComplex, busy
 */
export async function readTable({ t }: Words, file: UploadedFile): Promise<TextRow[]> {
  const cellText = (value: Cell): string | number => {
    if (value === null) return '';
    if (value instanceof Date)
      return value
        .toISOString()
        .replace('T', ' ')
        .slice(0, 19)
        .replace(/ 00:00:00$/, '');
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
    if (typeof value === 'number' && !isExact(value)) return value;
    const text = unescapeFormula(String(value).trim());
    return FORMULA_ERROR.test(text) ? Number.NaN : text;
  };
  const rows: TextRow[] = [];
  for await (const lines of readLines(file, isWorkbook(file.bytes) ? 'xlsx' : 'csv', IMPORT_LIMITS))
    for (const { row, cells } of lines) rows.push({ row, cells: cells.map(cellText) });
  return rows;
}

/** Detects a workbook by the ZIP signature, regardless of its name. A text may begin with `PK` too. */
export const isWorkbook = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

export type SheetLimits = Omit<SheetJob, 'bytes' | 'format'>;

/**
 * Non-blank rows in order, in parts of some hundreds. Limits are checked while inflating.
 * @throws fileUnreadable, fileTooLarge, fileRowsTooMany, sheetTooComplex, busy
 */
export async function* readLines(
  { name, bytes, signal }: UploadedFile,
  format: SheetJob['format'],
  limits: SheetLimits,
): AsyncGenerator<SheetLine[]> {
  const expected = format === 'xlsx' ? 'xlsx' : ['xlsx', 'csv'];
  if (format === 'xlsx' && !isWorkbook(bytes)) throw new Problem('fileUnreadable', { file: name, expected });
  const copy = new Uint8Array(bytes);
  try {
    yield* sheetThread.run({ bytes: copy, format, ...limits }, { transfer: [copy.buffer], signal });
  } catch (cause) {
    if (!(cause instanceof JobRefusal)) throw cause;
    if (cause.code === 'rows') throw new Problem('fileRowsTooMany', { max: limits.filledRows }, { cause });
    if (cause.code === 'unpacked') throw new Problem('fileTooLarge', { max: `${limits.unpackedBytes / 1024 / 1024} MB` }, { cause });
    if (cause.code === 'unreadable') throw new Problem('fileUnreadable', { file: name, expected }, { cause });
    throw new Problem('sheetTooComplex', {}, { cause });
  }
}

/** A formula without a value, also as text in a CSV file. */
const FORMULA_ERROR = /^#(N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;

/** NaN for a formula error, so that every schema refuses it. */
function readCell({ isDay, values }: Column, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // a date without the format of one: its number is no day, and is refused as such
  if (isDay && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value ?? undefined;
  const text = unescapeFormula(value.trim());
  if (text === '') return undefined;
  if (FORMULA_ERROR.test(text)) return Number.NaN;
  return values.get(text) ?? (isDay ? paddedMoment(text) : text);
}

/** Values of a field by label, of a boolean yes and no. For equal labels the first value wins. Hints and remarks are not labels. */
function valuesByLabel({ t }: Words, noun: Resource, field: string): Map<string, unknown> {
  const valueByLabel = new Map<string, unknown>();
  if (noun.input.shape[field]?.safeParse(true).success) valueByLabel.set(t('kit.yes'), true).set(t('kit.no'), false);
  const start = noun.word(`${field}.`);
  for (const key of Object.keys(zhCN)) {
    if (!key.startsWith(start) || key.endsWith('.hint')) continue;
    const value = key.slice(start.length);
    // check that it is a value first: other words with this prefix may be sentences with placeholders
    if (noun.input.shape[field]?.safeParse(value).success !== true) continue;
    const label = t(key as WordKey);
    if (!valueByLabel.has(label)) valueByLabel.set(label, value);
  }
  return valueByLabel;
}
