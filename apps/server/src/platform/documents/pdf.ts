import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { type Weight, wholeFont } from './pdf-font.ts';

/** Points of a millimetre. */
export const MILLIMETRE = 72 / 25.4;

/** Fonts of every document: Chinese and Latin, in two weights. */
export type PdfFont = 'sans' | 'bold';
const weights: Record<PdfFont, Weight> = { sans: 400, bold: 700 };

/** Loaded at the first document: a tenth of a second and 20 MB that a process without documents does without. */
let Document: typeof PDFDocument | undefined;

/** A new document without any font of ours. */
export function newPdf(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  Document ??= createRequire(import.meta.url)('pdfkit') as typeof PDFDocument;
  return new Document(options);
}

/** Put together when first asked for, and again once memory was wanted for something else. */
const made = new Map<Weight, WeakRef<Buffer>>();

function fontOf(weight: Weight): Buffer {
  const known = made.get(weight)?.deref();
  if (known) return known;
  const font = wholeFont(weight);
  made.set(weight, new WeakRef(font));
  return font;
}

/**
 * A new document, A4 unless `options` say otherwise, that can write Chinese: its fonts are `sans`, which is chosen, and `bold`. Only
 * the characters that were written are in the file. It is a readable stream; `end()` it.
 */
export function openPdf(options: PDFKit.PDFDocumentOptions = {}): PDFKit.PDFDocument {
  const document = newPdf({ size: 'A4', margin: 15 * MILLIMETRE, ...options, font: '' });
  for (const [name, weight] of Object.entries(weights)) document.registerFont(name, fontOf(weight));
  return document.font('sans');
}

/** The bytes of a document as it grows: `made` gives out those since it was last asked, `rest` ends the document and gives out the others. */
export function partsOf(document: PDFKit.PDFDocument) {
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const made = () => parts.splice(0);
  async function rest() {
    const ended = new Promise((resolve) => document.once('end', resolve));
    document.end();
    await ended;
    return made();
  }
  return { made, rest };
}
