import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type TraceRecord, type TraceView, type Translate, traceFields, traceText, type WordKey } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { MILLIMETRE, openPdf, partsOf } from '../../../platform/documents/pdf.ts';

const TEXT_COLOR = '#1f2329';
const MUTED_COLOR = '#646a73';
const RULE_COLOR = '#d9dce1';
/** Text width in points on A4 with margins of 15 mm. */
const WIDTH = 180 * MILLIMETRE;
const STATE_WIDTH = 30 * MILLIMETRE;
const PICTURE_SIZE = 32 * MILLIMETRE;

/** Undefined for unsupported types and missing files. */
export type PictureOf = (fileName: string) => Promise<Buffer | undefined>;

type Pdf = ReturnType<typeof openPdf>;

type ReportData = Pick<
  TraceView,
  'batchNo' | 'ordinal' | 'categoryName' | 'gtin' | 'supplierName' | 'madeDate' | 'expiryDate' | 'chain'
> & {
  records: AsyncIterable<TraceRecord>;
};

/** Facts, steps by time with pictures, and the last hash of the chain. Streams page by page, so memory does not grow with the records. */
export async function* traceReport(view: ReportData, t: Translate, now: string, pictureOf: PictureOf): AsyncGenerator<Uint8Array> {
  const title = t('manage.traceability.traceOf', { batchNo: view.batchNo });
  const pdf = openPdf({ info: { Title: title } });
  const parts = partsOf(pdf);
  numberPages(pdf, title);
  pdf.font('bold').fontSize(20).fillColor(TEXT_COLOR).text(title);
  if (view.ordinal !== null)
    pdf
      .font('sans')
      .fontSize(11)
      .text(t('manage.traceability.byCode', { ordinal: view.ordinal }));
  pdf.moveDown(0.5);
  const facts: [WordKey, string | null][] = [
    ['manage.batch.categoryName', view.categoryName],
    ['manage.batch.gtin', view.gtin],
    ['manage.batch.supplierName', view.supplierName],
    ['manage.batch.madeDate', view.madeDate],
    ['manage.batch.expiryDate', view.expiryDate],
  ];
  for (const [word, value] of facts) if (value) writeFact(pdf, t(word), value);
  let steps = 0;
  for await (const record of view.records) {
    await writeStep(pdf, record, t, pictureOf);
    steps++;
    yield* parts.takeParts();
    await yieldToEventLoop();
  }
  if (steps === 0) pdf.moveDown().font('sans').fontSize(11).fillColor(MUTED_COLOR).text(t('manage.traceability.noRecords'));
  ensureSpace(pdf, 90);
  drawRule(pdf);
  pdf.font('bold').fontSize(12).fillColor(TEXT_COLOR).text(t('manage.traceability.chain'));
  const { chain } = view;
  const chainText = chain
    ? t(chain.whole ? 'manage.traceability.chain.whole' : 'manage.traceability.chain.broken', { count: chain.count })
    : t('manage.traceability.chain.none');
  pdf.font('sans').fontSize(10).text(chainText);
  if (chain) writeFact(pdf, t('manage.traceability.head'), chain.head);
  pdf.fillColor(MUTED_COLOR).fontSize(9).text(t('manage.traceability.chain.hint')).text(now);
  yield* await parts.rest();
}

async function writeStep(pdf: Pdf, record: TraceRecord, t: Translate, pictureOf: PictureOf) {
  ensureSpace(pdf, 80);
  drawRule(pdf);
  const { left } = pdf.page.margins;
  const top = pdf.y;
  const titleWidth = WIDTH - STATE_WIDTH;
  pdf.font('bold').fontSize(13).fillColor(TEXT_COLOR).text(record.stepName, left, top, { width: titleWidth });
  const below = pdf.y;
  const state = t(`manage.traceability.state.${record.state}`);
  pdf
    .font('sans')
    .fontSize(10)
    .fillColor(MUTED_COLOR)
    .text(state, left + titleWidth, top + 3, { width: STATE_WIDTH, align: 'right' });
  [pdf.x, pdf.y] = [left, below + 4];
  writeFact(pdf, t('manage.traceability.eventTime'), record.eventTime);
  const place = [record.regionName, record.placeName].filter(Boolean).join(' · ');
  if (place) writeFact(pdf, t('manage.traceability.placeName'), place);
  if (record.partyName) writeFact(pdf, t('manage.traceability.partyName'), record.partyName);
  if (record.subject !== 'batch') writeFact(pdf, t('manage.traceability.subject'), subjectText(record, t));
  for (const field of traceFields(record.form)) {
    const value = traceText(t, field, own(record.data, field.name));
    if (value) writeFact(pdf, field.title, value);
  }
  for (const { inputName, lotNo, supplierName, quantity, unit } of record.inputs) {
    const parts = [inputName, lotNo, supplierName, quantity === null ? null : `${quantity} ${unit ?? ''}`];
    writeFact(pdf, t('manage.traceability.inputs'), parts.filter(Boolean).join(' · '));
  }
  const people = [record.submitBy, record.verifyBy].filter(Boolean).join(' → ');
  if (people) writeFact(pdf, t('manage.traceability.verifyBy'), people);
  await writePictures(pdf, record, pictureOf);
  for (const { originalName, sha256 } of record.files.filter(({ kind }) => kind === 'document'))
    writeFact(pdf, originalName, `SHA-256 ${sha256}`);
  if (record.hash) writeFact(pdf, t('manage.traceability.hash'), record.hash);
}

async function writePictures(pdf: Pdf, { files }: TraceRecord, pictureOf: PictureOf) {
  let left = pdf.page.margins.left;
  let hasPictures = false;
  for (const { fileName, kind } of files) {
    const bytes = kind === 'picture' ? await pictureOf(fileName) : undefined;
    if (!bytes) continue;
    if (!hasPictures) ensureSpace(pdf, PICTURE_SIZE + 12);
    if (left + PICTURE_SIZE > pdf.page.margins.left + WIDTH) break;
    pdf.image(bytes, left, pdf.y + 4, { fit: [PICTURE_SIZE, PICTURE_SIZE] });
    left += PICTURE_SIZE + 6;
    hasPictures = true;
  }
  if (hasPictures) pdf.y += PICTURE_SIZE + 10;
  pdf.x = pdf.page.margins.left;
}

const subjectText = ({ subject, level, ordinalFrom, ordinalTo }: TraceRecord, t: Translate) => {
  if (subject === 'batch') return t('manage.traceability.subject.batch');
  const span = ordinalFrom === ordinalTo ? `${ordinalFrom}` : `${ordinalFrom}–${ordinalTo}`;
  return `${subject === 'container' ? t(`manage.traceability.level.${level}` as WordKey) : t(`manage.traceability.subject.${subject}`)} ${span}`;
};

/** A label and its value, which may wrap. */
function writeFact(pdf: Pdf, title: string, value: string) {
  ensureSpace(pdf, 20);
  const top = pdf.y;
  const { left } = pdf.page.margins;
  pdf.font('sans').fontSize(10).fillColor(MUTED_COLOR).text(title, left, top, { width: 90 });
  const below = pdf.y;
  pdf.fillColor(TEXT_COLOR).text(value, left + 96, top, { width: WIDTH - 96 });
  pdf.y = Math.max(below, pdf.y) + 2;
  pdf.x = left;
}

/** Writes the footer of each page, then restores the font for values. */
function numberPages(pdf: Pdf, title: string) {
  let number = 0;
  const writeFooter = () => {
    const { x, y, page } = pdf;
    const { bottom, left } = page.margins;
    const foot = page.height - bottom + 12;
    // text inside the bottom margin would add a page
    page.margins.bottom = 0;
    number++;
    pdf.font('sans').fontSize(9).fillColor(MUTED_COLOR).text(title, left, foot, { lineBreak: false });
    const [pageNumber, right] = [String(number), left + WIDTH];
    pdf.text(pageNumber, right - pdf.widthOfString(pageNumber), foot, { lineBreak: false });
    page.margins.bottom = bottom;
    pdf.font('sans').fontSize(10).fillColor(TEXT_COLOR);
    [pdf.x, pdf.y] = [x, y];
  };
  writeFooter();
  pdf.on('pageAdded', writeFooter);
}

/** Adds a page if fewer than `height` points remain. */
function ensureSpace(pdf: Pdf, height: number) {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
}

function drawRule(pdf: Pdf) {
  const y = pdf.y + 8;
  pdf
    .moveTo(pdf.page.margins.left, y)
    .lineTo(pdf.page.margins.left + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(RULE_COLOR)
    .stroke();
  pdf.y = y + 8;
}
