/** Bytes read for the preview. */
const HEAD = 64 * 1024;

/** First lines of a file, decoded as UTF-8 or, if invalid, as GBK. */
export async function firstLines(file: File): Promise<string[]> {
  const bytes = await file.slice(0, HEAD).arrayBuffer();
  const lines = (text: string) => text.split('\n').map((line) => line.replace(/\r$/, ''));
  const whole = bytes.byteLength < HEAD ? undefined : -1;
  try {
    return lines(new TextDecoder('utf-8', { fatal: bytes.byteLength < HEAD }).decode(bytes)).slice(0, whole);
  } catch {
    return lines(new TextDecoder('gbk').decode(bytes)).slice(0, whole);
  }
}

/** The most likely column separator; empty where a line is one code. */
export function separatorOf(lines: readonly string[]): '' | ',' | ';' | '\t' {
  const some = lines.filter((line) => line.trim()).slice(0, 20);
  return (['\t', ',', ';'] as const).find((sign) => some.length > 0 && some.every((line) => line.includes(sign))) ?? '';
}

/** The code of a line as the server will read it; undefined where the column is missing. */
export function readAs(line: string, separator: string, column: number): string | undefined {
  if (!separator) return line.trim();
  return line
    .split(separator)
    [column - 1]?.replace(/^"(.*)"$/, '$1')
    .trim();
}
