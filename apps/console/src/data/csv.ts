/** What spreadsheets take for a formula begins with one of these, as the server has them. */
const FORMULA = /^[=+\-@\t\r\0;＝＋－＠]/;

/** Rows as RFC 4180 has them, with a mark of the encoding for spreadsheets; what looks like a formula is text. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
