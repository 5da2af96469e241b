import { isWord, type Resource, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { parseCsv } from 'hucre/csv';
import { readXlsx, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import type { Context } from './context.ts';
import { inflateZip, ZipTooLarge } from './inflate-zip.ts';
import { Problem } from './problem.ts';

export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows that one import may hold; more is a job. */
const IMPORT_ROWS = 10_000;

/** A cell that a spreadsheet would take for a formula starts with one of these (OWASP ASVS 5.0, 1.2.10; full-width forms too). */
const FORMULA = /^[=+\-@\t\r\0;＝＋－＠]/;

/** Guards a text against being run as a formula; `unguard` takes the mark off again. */
const guard = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell without the sign that an export put before what looks like a formula. */
export const unguard = (text: string) => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);

type Words = Pick<Context, 't'>;

const header = ({ t }: Words, noun: Resource, field: string) => t(noun.word(field));

/** The label of a coded value where the word pack has one, else the value. */
function cell({ t }: Words, noun: Resource, field: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) < 1e15 ? value : String(value);
  const coded = noun.word(`${field}.${value}`);
  if (typeof value === 'string') return guard(isWord(zhCN, coded) ? t(coded) : value);
  return guard(JSON.stringify(value));
}

/** A text as a cell that no spreadsheet runs; none where there is none. */
export const textCell = (text: string): string | null => (text === '' ? null : guard(text));

/** How records of a noun stand in a sheet. */
export interface SheetLayout {
  name: string;
  titles: string[];
  cells(row: Record<string, unknown>): (string | number | null)[];
}

/** Titles of `fields`, and labels for coded values. Fields without a title are left out. */
export function sheetLayout(ctx: Words, noun: Resource, fields: string[]): SheetLayout {
  const shown = fields.filter((field) => isWord(zhCN, noun.word(field)));
  return {
    name: ctx.t(noun.word()),
    titles: shown.map((field) => header(ctx, noun, field)),
    cells: (row) => shown.map((field) => cell(ctx, noun, field, row[field])),
  };
}

/** A workbook of one sheet: the titles, then `rows`. */
export async function writeSheet({ name, titles, cells }: SheetLayout, rows: Record<string, unknown>[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name, rows: [titles, ...rows.map(cells)] }] }));
}

/** Rows of one sheet of a long workbook, titles included, as many as old spreadsheet programs take. */
const SHEET_ROWS = 65_536;

/** A workbook as it is written, however many `rows` come: what does not fit a sheet goes on in the next, below the same titles. */
export function streamSheets({ name, titles, cells }: SheetLayout, rows: AsyncIterable<Record<string, unknown>>) {
  async function* table() {
    for await (const row of rows) yield cells(row);
  }
  return writeXlsxStream(table(), { name, columns: titles.map((header) => ({ header })), maxRowsPerSheet: SHEET_ROWS });
}

/**
 * Reads the first sheet, or a file named `.csv`, into records of `noun`'s input, columns matched by their title in any order, labels read back to values. Rows keep
 * the numbers that the spreadsheet gives them, and titles that name no field are told, since what stands below them is not read.
 * @param alsoCalled other titles of columns, as the pages call their fields
 * @throws fileUnreadable, fileTooLarge, fileRowsTooMany
 */
export async function readSheet(
  ctx: Words,
  noun: Resource,
  fields: string[],
  file: { name: string; bytes: Buffer },
  alsoCalled: Partial<Record<string, WordKey>> = {},
) {
  const sheet = await openSheet(file);
  const [titles = [], ...lines] = sheet;
  const titleOf = new Map(fields.flatMap((field) => (alsoCalled[field] ? [[ctx.t(alsoCalled[field]), field]] : [])));
  // of fields with one title the first is meant
  for (const field of fields.toReversed()) titleOf.set(header(ctx, noun, field), field);
  const columns = titles.map((title) => titleOf.get(String(title ?? '').trim()));
  if (!columns.some(Boolean)) throw new Problem('fileUnreadable', { file: file.name, expected: 'xlsx' });
  const unknown = titles.flatMap((title, at) => (columns[at] || !String(title ?? '').trim() ? [] : [String(title).trim().slice(0, 50)]));
  const filled = lines
    .map((line, at) => ({ line, row: at + 2 }))
    .filter(({ line }) => line.some((value) => value !== null && value !== undefined && value !== ''));
  if (filled.length > IMPORT_ROWS) throw new Problem('fileRowsTooMany', { max: IMPORT_ROWS });
  // once a column: looking every cell up among all words would hold up the process for half a minute of a long file
  const known = columns.map((field) => field && { field, values: valuesByLabel(ctx, noun, field) });
  const rows = filled.map(({ line, row }): SheetRow => {
    const record: Record<string, unknown> = {};
    for (const [index, column] of known.entries()) if (column) record[column.field] = readCell(column.values, line[index]);
    return { row, record };
  });
  return { rows, unknown };
}

/** A record and the number of its row: the titles are row 1. */
export interface SheetRow {
  row: number;
  record: Record<string, unknown>;
}

/**
 * Reads the first sheet as a table of texts, as they would stand in a CSV: a day or a moment as it is written here, a flag by its label.
 * @throws fileUnreadable, fileTooLarge
 */
export async function readTable({ t }: Words, file: { name: string; bytes: Buffer }): Promise<string[][]> {
  const cellText = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (value instanceof Date)
      return value
        .toISOString()
        .replace('T', ' ')
        .slice(0, 19)
        .replace(/ 00:00:00$/, '');
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
    return unguard(String(value).trim());
  };
  return (await openSheet(file)).map((line) => line.map(cellText));
}

/** Tells by its first bytes whether a file is a workbook, which is a ZIP, whatever it is called. */
export const isWorkbook = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** The cells of a CSV, in UTF-8 or in what Chinese spreadsheet programs save (GB 18030 holds GBK). @throws fileUnreadable */
export function readCsv({ name, bytes }: { name: string; bytes: Buffer }): string[][] {
  if (bytes.includes(0)) throw new Problem('fileUnreadable', { file: name, expected: 'xlsx、csv' });
  return parseCsv(csvText(bytes)).map((line) => line.map((cell) => String(cell ?? '')));
}

function csvText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function openSheet({ name, bytes }: { name: string; bytes: Buffer }): Promise<unknown[][]> {
  if (!isWorkbook(bytes) && /\.csv$/i.test(name)) return readCsv({ name, bytes });
  try {
    if (!isWorkbook(bytes)) throw new Error('not a zip');
    // all rows: a limit of the reader's would count blank ones too, and lose what stands below them without a word
    const book = await readXlsx(await inflateZip(bytes), { sheets: [0] });
    return (book.sheets[0]?.rows ?? []) as unknown[][];
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new Problem('fileTooLarge', { max: '50 MB' }, { cause: error });
    throw new Problem('fileUnreadable', { file: name, expected: 'xlsx' }, { cause: error });
  }
}

function readCell(known: ReadonlyMap<string, unknown>, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== 'string') return value ?? undefined;
  const text = unguard(value.trim());
  if (text === '') return undefined;
  return known.get(text) ?? text;
}

/** The values that a field takes by their words, yes and no among them, of two with one word the first; hints and remarks beside them are none. */
function valuesByLabel({ t }: Words, noun: Resource, field: string): Map<string, unknown> {
  const known = new Map<string, unknown>([
    [t('kit.yes'), true],
    [t('kit.no'), false],
  ]);
  const start = `${noun.word(field)}.`;
  for (const key of Object.keys(zhCN)) {
    if (!key.startsWith(start) || key.endsWith('.hint')) continue;
    const value = key.slice(start.length);
    // first whether it is a value: what else begins so may be a sentence that wants something filled in
    if (noun.input.shape[field]?.safeParse(value).success !== true) continue;
    const label = t(key as WordKey);
    if (!known.has(label)) known.set(label, value);
  }
  return known;
}
