import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants, inflateSync } from 'node:zlib';

/**
 * Generates the fonts of PDF files and labels (`reference-data/fonts`) from `@fontsource/noto-sans-sc`, which has a hundred parts per
 * weight. Merges the parts of a weight into one TrueType font (ISO/IEC 14496-22), without layout tables, which reports do not use.
 */

/** By table name. */
type Tables = Map<string, Buffer>;

/** Glyphs of all parts so far, in sequence. */
interface Glyphs {
  outlines: Buffer[];
  /** Start of each glyph in the outlines, and finally their end. */
  offsets: number[];
  metrics: Buffer[];
  byCharacter: Map<number, number>;
}

const source = path.join(path.dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/package.json')), 'files');
const target = path.join(import.meta.dirname, '../reference-data/fonts');

function merge(weight: string): Buffer {
  const file = new RegExp(`^noto-sans-sc-(\\d+|latin|latin-ext|cyrillic|vietnamese)-${weight}-normal\\.woff$`);
  const parts = readdirSync(source)
    .filter((name) => file.test(name))
    .toSorted()
    .map((name) => tablesOf(readFileSync(path.join(source, name))));
  const [first] = parts;
  if (!first) throw new Error(`no part of the font is in ${source}`);
  const all: Glyphs = { outlines: [], offsets: [0], metrics: [], byCharacter: new Map() };
  for (const part of parts) append(all, part);
  return assembled(first, all);
}

/** About 2.5 of 4.6 MB. */
function compress(font: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: font.length };
  return brotliCompressSync(font, { params });
}

/** Reads a WOFF file (W3C WOFF 1.0 §4 and §5). */
function tablesOf(woff: Buffer): Tables {
  const tables: Tables = new Map();
  for (let index = 0; index < woff.readUInt16BE(12); index++) {
    const at = 44 + 20 * index;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    tables.set(woff.toString('latin1', at, at + 4), packed < length ? inflateSync(bytes) : bytes);
  }
  return tables;
}

const tableOf = (tables: Tables, name: string): Buffer => {
  const table = tables.get(name);
  if (!table) throw new Error(`a part of the font has no table ${name}`);
  return table;
};

function append(all: Glyphs, part: Tables) {
  const base = all.metrics.length;
  const count = tableOf(part, 'maxp').readUInt16BE(4);
  const long = tableOf(part, 'head').readInt16BE(50) === 1;
  const places = tableOf(part, 'loca');
  const place = (index: number) => (long ? places.readUInt32BE(4 * index) : 2 * places.readUInt16BE(2 * index));
  const outlines = Buffer.from(tableOf(part, 'glyf'));
  const widths = tableOf(part, 'hmtx');
  const wide = tableOf(part, 'hhea').readUInt16BE(34);
  for (let index = 0; index < count; index++) {
    const outline = outlines.subarray(place(index), place(index + 1));
    if (outline.length > 0 && outline.readInt16BE(0) < 0) moveComponents(outline, base);
    const padding = Buffer.alloc(-outline.length & 3);
    all.outlines.push(outline, padding);
    all.offsets.push((all.offsets.at(-1) ?? 0) + outline.length + padding.length);
    const metric = Buffer.alloc(4);
    widths.copy(metric, 0, 4 * Math.min(index, wide - 1), 4 * Math.min(index, wide - 1) + 2);
    widths.copy(metric, 2, index < wide ? 4 * index + 2 : 4 * wide + 2 * (index - wide), index < wide ? 4 * index + 4 : undefined);
    all.metrics.push(metric);
  }
  for (const [character, index] of charactersOf(tableOf(part, 'cmap')))
    if (index > 0 && !all.byCharacter.has(character)) all.byCharacter.set(character, base + index);
}

/** Adjusts glyph numbers in composite glyphs, which shift with the part. */
function moveComponents(outline: Buffer, base: number) {
  for (let at = 10; ; ) {
    const flags = outline.readUInt16BE(at);
    outline.writeUInt16BE(outline.readUInt16BE(at + 2) + base, at + 2);
    at += 4 + (flags & 0x0001 ? 4 : 2) + (flags & 0x0008 ? 2 : flags & 0x0040 ? 4 : flags & 0x0080 ? 8 : 0);
    if (!(flags & 0x0020)) return;
  }
}

/** Character and glyph pairs from the Unicode subtables of formats 4 and 12. */
function* charactersOf(cmap: Buffer): Generator<[character: number, glyph: number]> {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + 8 * index));
    const format = table.readUInt16BE(0);
    if (format === 12) {
      for (let group = 0; group < table.readUInt32BE(12); group++) {
        const [from, to, glyph] = [0, 4, 8].map((at) => table.readUInt32BE(16 + 12 * group + at)) as [number, number, number];
        for (let character = from; character <= to; character++) yield [character, glyph + character - from];
      }
    } else if (format === 4) yield* segmentsOf(table);
  }
}

function* segmentsOf(table: Buffer): Generator<[character: number, glyph: number]> {
  const twice = table.readUInt16BE(6);
  for (let at = 0; at < twice; at += 2) {
    const to = table.readUInt16BE(14 + at);
    const from = table.readUInt16BE(16 + twice + at);
    const delta = table.readUInt16BE(16 + 2 * twice + at);
    const jump = 16 + 3 * twice + at;
    const range = table.readUInt16BE(jump);
    for (let character = from; character <= to && character < 0xffff; character++) {
      const listed = range === 0 ? character : table.readUInt16BE(jump + range + 2 * (character - from));
      yield [character, listed === 0 && range !== 0 ? 0 : (listed + delta) & 0xffff];
    }
  }
}

function assembled(first: Tables, { outlines, offsets, metrics, byCharacter }: Glyphs): Buffer {
  const count = metrics.length;
  const head = Buffer.from(tableOf(first, 'head'));
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(tableOf(first, 'hhea'));
  hhea.writeUInt16BE(count, 34);
  const maxp = Buffer.from(tableOf(first, 'maxp'));
  maxp.writeUInt16BE(count, 4);
  const loca = Buffer.alloc(4 * offsets.length);
  for (const [index, offset] of offsets.entries()) loca.writeUInt32BE(offset, 4 * index);
  const tables: [name: string, bytes: Buffer][] = [
    ['OS/2', tableOf(first, 'OS/2')],
    ['cmap', mapOf(byCharacter)],
    ['glyf', Buffer.concat(outlines)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', Buffer.concat(metrics)],
    ['loca', loca],
    ['maxp', maxp],
    ['name', tableOf(first, 'name')],
    ['post', Buffer.concat([Buffer.from('00030000', 'hex'), tableOf(first, 'post').subarray(4, 32)])],
  ];
  const directory = Buffer.alloc(12 + 16 * tables.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  let at = directory.length;
  const bodies = tables.map(([name, bytes], index) => {
    directory.write(name, 12 + 16 * index, 'latin1');
    directory.writeUInt32BE(at, 20 + 16 * index);
    directory.writeUInt32BE(bytes.length, 24 + 16 * index);
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    at += padded.length;
    return padded;
  });
  return Buffer.concat([directory, ...bodies]);
}

/** One subtable of format 12, with one group per character. */
function mapOf(byCharacter: ReadonlyMap<number, number>): Buffer {
  const characters = [...byCharacter].toSorted(([a], [b]) => a - b);
  const cmap = Buffer.alloc(12 + 16 + 12 * characters.length);
  for (const [index, value] of [0, 1, 3, 10].entries()) cmap.writeUInt16BE(value, 2 * index);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(cmap.length - 12, 16);
  cmap.writeUInt32BE(characters.length, 24);
  for (const [index, [character, glyph]] of characters.entries()) {
    const at = 28 + 12 * index;
    for (const value of [character, character, glyph].entries()) cmap.writeUInt32BE(value[1], at + 4 * value[0]);
  }
  return cmap;
}

mkdirSync(target, { recursive: true });
for (const weight of ['400', '700']) writeFileSync(path.join(target, `noto-sans-sc-${weight}.ttf.br`), compress(merge(weight)));
