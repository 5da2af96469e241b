import path from 'node:path/posix';
import { entriesOf, inflateEntry, type UnpackBudget, type ZipEntry } from './inflate-zip.ts';
import {
  type Cell,
  localName,
  type RawCell,
  readCell,
  readDateStyles,
  readRelations,
  readWorkbook,
  stringReader,
  type XmlHandlers,
  xmlParser,
} from './workbook-parts.ts';

/** A row with its number from 1, and its cells up to the last non-blank one. */
export interface WorkbookRow {
  row: number;
  values: Cell[];
}

/**
 * Streams rows of the first sheet in order while it inflates; stopping leaves the rest compressed. Memory holds each shared string once and
 * the rows of the latest chunk.
 * @param columns cells read per row
 * @param maxBytes maximum inflated bytes of all parts
 * @throws ZipTooLarge, or any error where it is no workbook
 */
export async function* workbookRows(file: Buffer, columns: number, maxBytes: number): AsyncGenerator<WorkbookRow> {
  const entries = entriesOf(file);
  const budget: UnpackBudget = { remaining: maxBytes };
  const readPieces = (name: string) => textPieces(required(entries.get(name)), budget);
  const textOf = async (name: string) => {
    let text = '';
    for await (const piece of readPieces(name)) text += piece;
    return text;
  };
  const relations = async (source: string) => {
    const { dir, base } = path.parse(source);
    return readRelations(await textOf(path.join(dir, '_rels', `${base}.rels`)), dir);
  };
  const workbook = required((await relations('')).byType('officeDocument'));
  const parts = await relations(workbook);
  const { firstSheet, starts1904 } = readWorkbook(await textOf(workbook));
  const styles = parts.byType('styles');
  const isDate = readDateStyles(styles && entries.has(styles) ? await textOf(styles) : '');
  const strings: string[] = [];
  const shared = parts.byType('sharedStrings');
  if (shared && entries.has(shared)) {
    const parser = xmlParser(stringReader(strings));
    for await (const piece of readPieces(shared)) parser.write(piece);
  }
  const reader = rowReader(columns, (cell) => readCell(cell, { strings, isDate, starts1904 }));
  const parser = xmlParser(reader);
  for await (const piece of readPieces(required(parts.byId(firstSheet)))) {
    parser.write(piece);
    yield* reader.finished.splice(0);
    if (reader.isOver) return;
  }
  throw new Error('the sheet has no end');
}

function rowReader(columns: number, read: (cell: RawCell) => Cell) {
  let row = 0;
  let column = 0;
  let values: Cell[] = [];
  let cell: RawCell = { type: '', style: -1, text: '' };
  let isText = false;
  const reader: XmlHandlers & { finished: WorkbookRow[]; isOver: boolean } = {
    finished: [],
    isOver: false,
    onopentag(tag, attributes) {
      const name = localName(tag);
      if (name === 'row') {
        const next = Number(attributes.r);
        row = Number.isSafeInteger(next) && next > row ? next : row + 1;
        [values, column] = [[], 0];
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column;
        cell = { type: attributes.t ?? '', style: Number(attributes.s ?? -1), text: '' };
      }
      isText = name === 'v' || name === 't';
    },
    ontext(text) {
      if (isText) cell.text += text;
    },
    onclosetag(tag) {
      const name = localName(tag);
      isText = false;
      if (name === 'c') {
        const value = column < columns ? read(cell) : null;
        // only non-blank cells extend a row, so blank cells far to the right cost nothing
        if (value !== null) {
          while (values.length < column) values.push(null);
          values[column] = value;
        }
        column++;
      } else if (name === 'row' && !reader.isOver) reader.finished.push({ row, values });
      else if (name === 'sheetData') reader.isOver = true;
    },
  };
  return reader;
}

async function* textPieces(entry: ZipEntry, budget: UnpackBudget): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of inflateEntry(entry, budget)) yield decoder.decode(chunk, { stream: true });
}

function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('a part is missing');
  return part;
}

/** Zero-based column index of an address such as `AB12`. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(address ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
