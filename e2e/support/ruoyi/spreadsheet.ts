import { createRequire } from 'node:module';
import path from 'node:path';
import { type Call, FileAnswer, Refusal, type Route, type Routes } from './call.ts';

// The spreadsheet library is a dependency of the server.
const hucre: typeof import('hucre/xlsx') = createRequire(path.join(import.meta.dirname, '../../../apps/server/package.json'))('hucre/xlsx');

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;charset=utf-8';

/** One sheet: a heading row, then one row per record. */
export async function workbook(name: string, columns: Record<string, string>, rows: object[]): Promise<FileAnswer> {
  const cells = rows.map((row) => Object.values(columns).map((column) => cellOf((row as Record<string, unknown>)[column])));
  const bytes = await hucre.writeXlsx({ sheets: [{ name, rows: [Object.keys(columns), ...cells] }] });
  return new FileAnswer(XLSX, Buffer.from(bytes));
}

const cellOf = (value: unknown) => (value === null || value === undefined ? '' : typeof value === 'number' ? value : String(value));

/**
 * Rows of the first sheet, keyed by heading.
 *
 * @throws Refusal with the message of Apache POI when the bytes are no workbook
 */
export async function readWorkbook(bytes: Buffer): Promise<Record<string, string>[]> {
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\x03\x04')
    throw new Refusal('Your InputStream was neither an OLE2 stream, nor an OOXML stream');
  const { sheets } = await hucre.readXlsx(bytes);
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  return rows
    .filter((row) => row.some((cell) => cell !== null && cell !== ''))
    .map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), String(row[index] ?? '')])));
}

/** An export route with the list's filters, without paging. */
export function spreadsheetRoute(
  address: string,
  permission: string,
  name: string,
  rows: (call: Call) => object[],
  columns: Record<string, string>,
): Routes {
  const route: Route = { permission, log: [name, 5], handle: (call) => workbook(name, columns, rows(call)) };
  return { [`POST ${address}`]: route };
}
