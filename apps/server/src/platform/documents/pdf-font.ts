import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

export type Weight = 400 | 700;

const folder = path.join(import.meta.dirname, '../../../../../reference-data/fonts');

/** Noto Sans SC as a TrueType file of 4.6 MB; takes 50 ms. */
export const wholeFont = (weight: Weight): Buffer => brotliDecompressSync(readFileSync(path.join(folder, `noto-sans-sc-${weight}.ttf.br`)));
