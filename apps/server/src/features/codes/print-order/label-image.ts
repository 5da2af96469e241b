import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { FNC1, formatElementString } from '@suyuan/codes';
import type { LabelForm, labelDefaults } from '@suyuan/contract';
import qrcode from 'qrcode/lib/core/qrcode.js';
import { wholeFont } from '../../../platform/documents/pdf-font.ts';

/** Libraries for pictures are loaded on first use, because most processes draw none. */
const require = createRequire(import.meta.url);

export type LabelLook = { [field in keyof typeof labelDefaults]: NonNullable<LabelForm[field]> };

export interface LabelText {
  /** Content of a QR code. */
  payload: string;
  /** Content of a DataMatrix, in order. */
  elements: readonly (readonly [identifier: string, value: string])[];
  /** Printed below the symbol. */
  code: string;
  /** 18 digits on a separate line. Only for containers. */
  sscc?: string | undefined;
}

/** Without the quiet zone. */
export interface Matrix {
  size: number;
  /** Width of the quiet zone in modules (ISO/IEC 18004 §5.3.8). ISO/IEC 16022 §7.1.4 requires one; two scan more reliably. */
  quiet: number;
  isDark(row: number, column: number): boolean;
}

/** Throws if the text does not fit. */
export function matrixOf({ symbology, correction }: LabelLook, text: LabelText): Matrix {
  if (symbology === 'qr') {
    const { modules } = qrcode.create(text.payload, { errorCorrectionLevel: correction });
    return { size: modules.size, quiet: 4, isDark: (row, column) => modules.get(row, column) !== 0 };
  }
  // FNC1 opens a GS1 symbol (GS1 General Specifications 7.8)
  const content = (FNC1 + formatElementString(text.elements)).replaceAll(FNC1, '^FNC1');
  const { raw }: typeof import('bwip-js/node') = require('bwip-js/node');
  const [symbol] = raw({ bcid: 'datamatrix', text: content, parsefnc: true });
  if (!symbol || !('pixs' in symbol)) throw new Error('the element string yields no matrix');
  const { pixs, pixx: size } = symbol;
  return { size, quiet: 2, isDark: (row, column) => pixs[row * size + column] !== 0 };
}

function* darkRuns({ size, isDark }: Matrix): Generator<{ row: number; from: number; count: number }> {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; ) {
      if (!isDark(row, column)) {
        column++;
        continue;
      }
      const from = column;
      while (column < size && isDark(row, column)) column++;
      yield { row, from, count: column - from };
    }
  }
}

/** Groups of four, for reading aloud. */
const inFours = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

export const linesBelow = ({ code, sscc }: Pick<LabelText, 'code' | 'sscc'>): string[] => [
  inFours(code),
  ...(sscc ? [`(00) ${sscc}`] : []),
];

/** In millimetres, including the quiet zone and the caption. */
export function measures(
  { size, quiet }: Pick<Matrix, 'size' | 'quiet'>,
  { sizeMm, caption }: LabelLook,
  text: Pick<LabelText, 'code' | 'sscc'>,
) {
  const lines = linesBelow(text);
  const moduleMm = sizeMm / size;
  const width = sizeMm + 2 * quiet * moduleMm;
  // a fixed-width character is 0.6 times as wide as high
  const letterMm = Math.min(width / (Math.max(...lines.map((line) => line.length)) * 0.6), 3.5);
  const captionMm = caption ? letterMm * (1.4 + 1.2 * (lines.length - 1)) : 0;
  return { moduleMm, width, height: width + captionMm, letterMm };
}

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
    for (const [index, line] of linesBelow(text).entries())
      drawText(picture, line, { top: wide + Math.floor(1.2 * letter * index), letter });
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
  const { createCanvas, GlobalFonts }: typeof import('@napi-rs/canvas') = require('@napi-rs/canvas');
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

/** Sized in millimetres, without external resources. */
export function svgOf(look: LabelLook, text: LabelText): string {
  const matrix = matrixOf(look, text);
  const { width, height, letterMm } = measures(matrix, look, text);
  const modules = matrix.size + 2 * matrix.quiet;
  const unit = modules / width;
  const tall = round(height * unit);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}mm" height="${round(height)}mm" viewBox="0 0 ${modules} ${tall}">${`<path fill="#fff" d="M0 0h${modules}v${tall}H0z"/><path d="${pathOf(matrix)}" shape-rendering="crispEdges"/>`}${look.caption ? captionOf(text, { modules, letter: letterMm * unit }) : ''}</svg>\n`;
}

function pathOf(matrix: Matrix): string {
  let path = '';
  for (const { row, from, count } of darkRuns(matrix)) path += `M${from + matrix.quiet} ${row + matrix.quiet}h${count}v1h-${count}z`;
  return path;
}

const captionOf = (text: LabelText, { modules, letter }: { modules: number; letter: number }) =>
  linesBelow(text)
    .map((line, index) => lineOf(line, { modules, letter, top: modules + 1.2 * letter * index }))
    .join('');

const lineOf = (line: string, { modules, letter, top }: { modules: number; letter: number; top: number }) =>
  `<text x="${modules / 2}" y="${round(top + letter * 0.8)}" font-family="'Roboto Mono',Consolas,'Courier New',monospace" font-size="${round(letter)}" textLength="${round(
    line.length * letter * 0.6,
  )}" lengthAdjust="spacingAndGlyphs" text-anchor="middle">${line}</text>`;

const round = (value: number) => Number(value.toFixed(3));
