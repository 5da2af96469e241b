/** Bytes read for the preview. */
const PREVIEW_BYTES = 64 * 1024;

/** First lines of a file, decoded as UTF-8 or, if invalid, as GBK. */
export async function firstLines(file: File): Promise<string[]> {
  const bytes = await file.slice(0, PREVIEW_BYTES).arrayBuffer();
  const lines = (text: string) => text.split('\n').map((line) => line.replace(/\r$/, ''));
  const endIndex = bytes.byteLength < PREVIEW_BYTES ? undefined : -1;
  try {
    return lines(new TextDecoder('utf-8', { fatal: bytes.byteLength < PREVIEW_BYTES }).decode(bytes)).slice(0, endIndex);
  } catch {
    return lines(new TextDecoder('gbk').decode(bytes)).slice(0, endIndex);
  }
}

/** The most likely column separator; empty where a line is one code. */
export function separatorOf(lines: readonly string[]): '' | ',' | ';' | '\t' {
  const sampleLines = lines.filter((line) => line.trim()).slice(0, 20);
  return (
    (['\t', ',', ';'] as const).find((candidate) => sampleLines.length > 0 && sampleLines.every((line) => line.includes(candidate))) ?? ''
  );
}

/** The code of a line as the server will read it; undefined where the column is missing. */
export function extractCode(line: string, separator: string, column: number): string | undefined {
  if (!separator) return line.trim();
  return line
    .split(separator)
    [column - 1]?.replace(/^"(.*)"$/, '$1')
    .trim();
}
