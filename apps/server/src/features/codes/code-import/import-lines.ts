/** `number` counts from 1. */
export interface FileLine {
  number: number;
  text: string;
  /** Byte offset of the next line. */
  next: number;
}

const FEED = 10;

/** Decodes as Latin-1, because code characters are the same in UTF-8 and GBK, and no byte of a Chinese character equals a separator. */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  { from, lineNo, most }: { from: number; lineNo: number; most: number },
): AsyncGenerator<FileLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  let number = lineNo;
  let lines: FileLine[] = [];
  for await (const chunk of source) {
    const past = at + chunk.length;
    const fresh = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).subarray(Math.max(0, Math.min(chunk.length, from - at)));
    at = past;
    if (fresh.length === 0) continue;
    rest = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh;
    let start = 0;
    for (let end = rest.indexOf(FEED); end >= 0; end = rest.indexOf(FEED, start)) {
      lines.push({ number: ++number, text: plain(rest.toString('latin1', start, end), number), next: at - rest.length + end + 1 });
      start = end + 1;
      if (lines.length === most) {
        yield lines;
        lines = [];
      }
    }
    rest = rest.subarray(start);
    // a line this long is not a code, so keep only its beginning
    if (rest.length > LONGEST_LINE) rest = Buffer.concat([rest.subarray(0, LONGEST_LINE / 2), rest.subarray(-1)]);
  }
  if (rest.length > 0) lines.push({ number: ++number, text: plain(rest.toString('latin1'), number), next: at });
  if (lines.length > 0) yield lines;
}

const LONGEST_LINE = 1024 * 1024;

/** Removes the byte order mark and a trailing CR. */
const plain = (line: string, number: number) => (number === 1 ? line.replace(/^\u00ef\u00bb\u00bf/, '') : line).replace(/\r$/, '');

/** Quoting follows RFC 4180. Undefined if the column does not exist. */
export function cellOf(line: string, separator: string | null, column: number): string | undefined {
  if (separator === null) return line;
  if (!line.includes('"')) return line.split(separator)[column - 1];
  let cell = 1;
  let text = '';
  let quoted = false;
  for (let at = 0; at <= line.length; at++) {
    const sign = line[at];
    if (sign === undefined || (sign === separator && !quoted)) {
      if (cell === column) return text;
      cell++;
      text = '';
    } else if (sign === '"' && quoted && line[at + 1] === '"') {
      text += '"';
      at++;
    } else if (sign === '"') quoted = !quoted;
    else text += sign;
  }
  return undefined;
}
