/** `number` counts from 1. */
export interface FileLine {
  number: number;
  text: string;
  /** Byte offset of the next line. */
  nextOffset: number;
}

const LINE_FEED = 10;

/** Decodes as Latin-1, because code characters are the same in UTF-8 and GBK, and no byte of a Chinese character equals a separator. */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  { from, lineNo, chunkSize }: { from: number; lineNo: number; chunkSize: number },
): AsyncGenerator<FileLine[]> {
  let remainder: Buffer = Buffer.alloc(0);
  let offset = 0;
  let number = lineNo;
  let lines: FileLine[] = [];
  for await (const chunk of source) {
    const chunkEnd = offset + chunk.length;
    const unread = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).subarray(Math.max(0, Math.min(chunk.length, from - offset)));
    offset = chunkEnd;
    if (unread.length === 0) continue;
    remainder = remainder.length > 0 ? Buffer.concat([remainder, unread]) : unread;
    let start = 0;
    for (let end = remainder.indexOf(LINE_FEED); end >= 0; end = remainder.indexOf(LINE_FEED, start)) {
      lines.push({ number: ++number, text: cleanLine(remainder.toString('latin1', start, end), number), nextOffset: offset - remainder.length + end + 1 });
      start = end + 1;
      if (lines.length === chunkSize) {
        yield lines;
        lines = [];
      }
    }
    remainder = remainder.subarray(start);
    // a line this long is not a code, so keep only its beginning
    if (remainder.length > LONGEST_LINE) remainder = Buffer.concat([remainder.subarray(0, LONGEST_LINE / 2), remainder.subarray(-1)]);
  }
  if (remainder.length > 0) lines.push({ number: ++number, text: cleanLine(remainder.toString('latin1'), number), nextOffset: offset });
  if (lines.length > 0) yield lines;
}

const LONGEST_LINE = 1024 * 1024;

/** Removes the byte order mark and a trailing CR. */
const cleanLine = (line: string, number: number) => (number === 1 ? line.replace(/^\u00ef\u00bb\u00bf/, '') : line).replace(/\r$/, '');

/** Quoting follows RFC 4180. Undefined if the column does not exist. */
export function cellOf(line: string, separator: string | null, column: number): string | undefined {
  if (separator === null) return line;
  if (!line.includes('"')) return line.split(separator)[column - 1];
  let cell = 1;
  let text = '';
  let isQuoted = false;
  for (let index = 0; index <= line.length; index++) {
    const character = line[index];
    if (character === undefined || (character === separator && !isQuoted)) {
      if (cell === column) return text;
      cell++;
      text = '';
    } else if (character === '"' && isQuoted && line[index + 1] === '"') {
      text += '"';
      index++;
    } else if (character === '"') isQuoted = !isQuoted;
    else text += character;
  }
  return undefined;
}
