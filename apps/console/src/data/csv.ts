/** First characters that spreadsheets read as a formula. The server uses the same list. */
const FORMULA = /^[=+\-@\t\r\0;＝＋－＠]/;

/** CSV by RFC 4180, with a BOM. Values that look like formulas are escaped as text. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const formatCell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}
