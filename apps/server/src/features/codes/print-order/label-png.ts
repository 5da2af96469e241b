import { crc32, deflateSync } from 'node:zlib';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { wholeFont } from '../../../platform/documents/pdf-font.ts';
import { type LabelLook, type LabelText, linesBelow, matrixOf, measures } from './label-symbol.ts';

/** Approximate dots per inch: a module is a whole number of dots. */
const RESOLUTION = 600;

/** 1-bit, with its physical size. */
export function pngOf(look: LabelLook, text: LabelText): Buffer {
  const matrix = matrixOf(look, text);
  const { moduleMm, width, height, letterMm } = measures(matrix, look, text);
  const dots = Math.max(2, Math.round((moduleMm / 25.4) * RESOLUTION));
  const wide = (matrix.size + 2 * matrix.quiet) * dots;
  const tall = Math.ceil((height / width) * wide);
  const picture = newPicture(wide, tall);
  for (let row = 0; row < matrix.size; row++) {
    const top = (row + matrix.quiet) * dots;
    for (let column = 0; column < matrix.size; column++)
      if (matrix.isDark(row, column)) picture.darken(top, (column + matrix.quiet) * dots, dots);
    for (let copy = 1; copy < dots; copy++) picture.repeatRow(top, top + copy);
  }
  const letter = Math.floor((letterMm / width) * wide);
  if (look.caption)
    for (const [index, line] of linesBelow(text).entries()) drawText(picture, line, { top: wide + Math.floor(1.2 * letter * index), letter });
  return picture.png(dots / moduleMm);
}

/** 1 is white. Each row starts with the PNG filter byte 0. */
function newPicture(wide: number, tall: number) {
  const stride = 1 + Math.ceil(wide / 8);
  const bytes = Buffer.alloc(stride * tall, 0xff);
  for (let row = 0; row < tall; row++) bytes[row * stride] = 0;
  return {
    wide,
    darken(row: number, from: number, count: number) {
      for (let column = from; column < from + count; column++) bytes[row * stride + 1 + (column >> 3)]! &= ~(0x80 >> (column & 7));
    },
    repeatRow(row: number, to: number) {
      bytes.copyWithin(to * stride, row * stride, (row + 1) * stride);
    },
    /** @param dotsPerMm resolution for the pHYs chunk */
    png(dotsPerMm: number): Buffer {
      const perMetre = Math.round(dotsPerMm * 1000);
      return Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        chunk('IHDR', uint32(wide, tall), Buffer.from([1, 0, 0, 0, 0])),
        chunk('pHYs', uint32(perMetre, perMetre), Buffer.from([1])),
        chunk('IDAT', deflateSync(bytes, { level: 3 })),
        chunk('IEND'),
      ]);
    },
  };
}
type Picture = ReturnType<typeof newPicture>;

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

function chunk(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts]);
  return Buffer.concat([uint32(body.length - 4), body, uint32(crc32(body))]);
}

/** By size and character, as runs of dark dots per row. */
const glyphCache = new Map<string, { row: number; from: number; count: number }[]>();

/** Centered, in fixed-width characters. */
function drawText(picture: Picture, line: string, { top, letter }: { top: number; letter: number }) {
  const step = Math.floor(letter * 0.6);
  const left = Math.floor((picture.wide - step * line.length) / 2);
  for (const [index, character] of [...line].entries()) {
    for (const { row, from, count } of glyphOf(character, letter)) picture.darken(top + row, left + index * step + from, count);
  }
}

let fontReady = false;

function glyphOf(character: string, size: number) {
  const cached = glyphCache.get(`${size} ${character}`);
  if (cached) return cached;
  if (!fontReady) fontReady = Boolean(GlobalFonts.register(wholeFont(400), 'Label'));
  const [wide, tall] = [Math.max(1, Math.floor(size * 0.6)), Math.ceil(size * 1.1)];
  const canvas = createCanvas(wide, tall);
  const context = canvas.getContext('2d');
  context.font = `${size}px Label`;
  context.textAlign = 'center';
  context.fillText(character, wide / 2, size * 0.88, wide);
  const { data } = context.getImageData(0, 0, wide, tall);
  const isInk = (row: number, column: number) => (data[4 * (row * wide + column) + 3] ?? 0) > 127;
  const runs: { row: number; from: number; count: number }[] = [];
  for (let row = 0; row < tall; row++) {
    for (let column = 0; column < wide; column++) if (isInk(row, column)) runs.push({ row, from: column, count: 1 });
  }
  if (glyphCache.size > 2000) glyphCache.clear();
  glyphCache.set(`${size} ${character}`, runs);
  return runs;
}
