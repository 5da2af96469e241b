import { createRequire } from 'node:module';
import { FNC1, formatElementString } from '@suyuan/codes';
import type { LabelForm, labelDefaults } from '@suyuan/contract';
import qrcode from 'qrcode/lib/core/qrcode.js';

/** Loaded on first use: two megabytes that most processes do not need. */
let drawer: typeof import('bwip-js/node') | undefined;

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
  drawer ??= createRequire(import.meta.url)('bwip-js/node') as typeof import('bwip-js/node');
  const [symbol] = drawer.raw({ bcid: 'datamatrix', text: content, parsefnc: true });
  if (!symbol || !('pixs' in symbol)) throw new Error('no matrix came of a GS1 element string');
  const { pixs, pixx: size } = symbol;
  return { size, quiet: 2, isDark: (row, column) => pixs[row * size + column] !== 0 };
}

export function* darkRuns({ size, isDark }: Matrix): Generator<{ row: number; from: number; count: number }> {
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
