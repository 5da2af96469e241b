import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { type Weight, wholeFont } from './pdf-font.ts';

/** Points per millimetre. */
export const MILLIMETRE = 72 / 25.4;

export type PdfFont = 'sans' | 'bold';
const weights: Record<PdfFont, Weight> = { sans: 400, bold: 700 };

/** Loaded lazily: it costs 0.1 s and 20 MB. */
let Document: typeof PDFDocument | undefined;

export function newPdf(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  Document ??= createRequire(import.meta.url)('pdfkit') as typeof PDFDocument;
  return new Document(options);
}

/** Built on demand and released under memory pressure. */
const fonts = new Map<Weight, WeakRef<Buffer>>();

function fontOf(weight: Weight): Buffer {
  const cachedFont = fonts.get(weight)?.deref();
  if (cachedFont) return cachedFont;
  const font = wholeFont(weight);
  fonts.set(weight, new WeakRef(font));
  return font;
}

/**
 * A4 by default, with the fonts `sans` (selected) and `bold`, which cover Chinese. Embeds only used characters. It is a readable stream;
 * call `end()`.
 */
export function openPdf(options: PDFKit.PDFDocumentOptions = {}): PDFKit.PDFDocument {
  const document = newPdf({ size: 'A4', margin: 15 * MILLIMETRE, ...options, font: '' });
  for (const [name, weight] of Object.entries(weights)) document.registerFont(name, fontOf(weight));
  return document.font('sans');
}

/** `takeParts` returns the bytes since the last call, `rest` ends the document and returns the remainder. */
export function partsOf(document: PDFKit.PDFDocument) {
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const takeParts = () => parts.splice(0);
  async function rest() {
    const ended = new Promise((resolve) => document.once('end', resolve));
    document.end();
    await ended;
    return takeParts();
  }
  return { takeParts, rest };
}
