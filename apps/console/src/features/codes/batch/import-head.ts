/** Bytes that are read to show how a file begins. */
const HEAD = 64 * 1024;

/** The first lines of a file, in UTF-8 or else in GBK. */
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

/** What most likely stands between the columns of these lines; empty where a line is a code. */
export function separatorOf(lines: readonly string[]): '' | ',' | ';' | '\t' {
  const some = lines.filter((line) => line.trim()).slice(0, 20);
  return (['\t', ',', ';'] as const).find((sign) => some.length > 0 && some.every((line) => line.includes(sign))) ?? '';
}

/** The code of a line as the server will read it; undefined where it has not so many columns. */
export function readAs(line: string, separator: string, column: number): string | undefined {
  if (!separator) return line.trim();
  return line
    .split(separator)
    [column - 1]?.replace(/^"(.*)"$/, '$1')
    .trim();
}
