import { csvCell } from '@suyuan/contract';

/** CSV by RFC 4180, with a BOM. Texts that look like formulas are escaped. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const formatCell = (value: string | number | null) => (typeof value === 'string' ? csvCell(value) : String(value ?? ''));
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}
