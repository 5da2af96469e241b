import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ListFormat } from './bulk-action.queries.ts';

/** UTF-16 is only detected by its byte order mark. */
export type Encoding = 'utf-8' | 'gb18030' | 'utf-16le';

const TITLE = /^(码|二维码|溯源码|防伪码|码内容|二维码内容|网址|code|codes|payload|url|qr ?code)$/i;

export const isTitle = (cell: string): boolean => TITLE.test(cell.trim());

const DELIMITERS = ['\t', ',', ';', '，'] as const;

/** Removes quotes and the prefixes that mark a cell as text. */
export function cellsOf(line: string, delimiter: string | null): string[] {
  const cells = delimiter === null ? [line] : line.includes('"') ? splitQuoted(line, delimiter) : line.split(delimiter);
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"([^"]*)"$/, '$1')
      .replace(/^'/, '')
      .replace(/^="([^"]*)"$/, '$1')
      .trim(),
  );
}

/** RFC 4180, but without line breaks in cells. */
function splitQuoted(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line[index]!;
    if (isQuoted && character === '"' && line[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === delimiter) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/** The separator that more than half of the lines contain. */
export function delimiterOf(lines: readonly string[]): string | null {
  const filled = lines.filter((line) => line.trim() !== '');
  return DELIMITERS.find((sign) => filled.length > 0 && filled.filter((line) => line.includes(sign)).length > filled.length / 2) ?? null;
}

async function* linesOf(source: Readable, encoding: string): AsyncGenerator<string[]> {
  const decode = decoderOf(encoding);
  let remainder = '';
  let first = true;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let text = remainder + decode(chunk);
    if (first && text.startsWith('\uFEFF')) text = text.slice(1);
    first = false;
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    remainder = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  remainder += decode();
  if (remainder.replace(/\r$/, '') !== '') yield [remainder.replace(/\r$/, '')];
}

function decoderOf(encoding: string): (chunk?: Buffer) => string {
  if (encoding === 'gb18030') {
    const decoder = new TextDecoder('gb18030');
    return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
  }
  const decoder = new StringDecoder(encoding === 'utf-16le' ? 'utf16le' : 'utf8');
  return (chunk) => (chunk ? decoder.write(chunk) : decoder.end());
}

/** Starts after `skippedLines` lines, in chunks of `size`. */
export async function* codesOf(source: Readable, format: ListFormat, skippedLines: number, size: number): AsyncGenerator<string[]> {
  let line = 0;
  let chunk: string[] = [];
  for await (const lines of linesOf(source, format.encoding)) {
    for (const text of lines) {
      if (line++ < skippedLines) continue;
      chunk.push(cellsOf(text, format.delimiter)[format.codeColumn] ?? '');
      if (chunk.length === size) {
        yield chunk;
        chunk = [];
      }
    }
  }
  if (chunk.length > 0) yield chunk;
}
