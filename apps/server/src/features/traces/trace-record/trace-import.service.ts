import { type TraceFieldView, type TraceForm, type TraceValue, traceFields, traceRecords } from '@suyuan/contract';
import { type Option, specOf } from '@suyuan/forms';
import type { Context } from '../../../platform/http/context.ts';
import { rowMessage } from '../../../platform/http/import-routes.ts';
import type { RowOutcome, UploadedFile } from '../../../platform/http/imported-file.ts';
import { readTable, refuseRepeatedColumns, SPREADSHEET, textCell, writeSheet } from '../../../platform/http/spreadsheet.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import type { CircleCheck } from './trace-input.service.ts';
import { add } from './trace-record.service.ts';
import * as references from './trace-reference.queries.ts';

/** Columns of every step, in order; the fields of its form follow, by title. */
const COLUMNS = ['batchNo', 'ordinalFrom', 'ordinalTo', 'eventTime', 'placeName', 'regionCode', 'lng', 'lat'] as const;

const titleOf = ({ t }: Pick<Context, 't'>, column: (typeof COLUMNS)[number]) => t(traceRecords.word(column));

/** Field types that fit in a table cell. */
const CELL_TYPES = ['text', 'number', 'flag', 'choice', 'choices'];
const cellFields = (form: TraceForm) => traceFields(form).filter(({ node }) => CELL_TYPES.includes(specOf(node.type).answer));

/** The CSV also opens in spreadsheet programs of Chinese Windows. @throws notFound */
export async function template(ctx: Context, stepId: number, format: 'xlsx' | 'csv') {
  const { stepName: name, form } = orNotFound(await references.findStep(ctx.db, stepId));
  const titles = [...COLUMNS.map((column) => titleOf(ctx, column)), ...cellFields(form).map(({ title }) => title)];
  const { writeCsv } = await import('hucre/csv');
  const body =
    format === 'csv'
      ? Buffer.from(`\ufeff${writeCsv([titles.map(textCell)])}`)
      : await writeSheet({ name: sheetName(name), titles, cells: () => [] }, []);
  return { name: `${name}.${format}`, type: format === 'csv' ? 'text/csv; charset=utf-8' : SPREADSHEET, body };
}

/** Removes characters that are invalid in sheet names, and truncates to 31. */
const sheetName = (name: string) => name.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31);

/**
 * Rows by column key, and unknown titles, whose columns are ignored.
 * @throws notFound, fileUnreadable, fileColumnsMissing, fileTitlesRepeated, fileTooLarge, fileRowsTooMany, sheetTooComplex, fileWithoutRows, busy
 */
export async function readRows(ctx: Context, stepId: number, file: UploadedFile) {
  const step = orNotFound(await references.findStep(ctx.db, stepId));
  const lines = await readTable(ctx, file);
  const titles = lines[0]?.row === 1 ? lines[0].cells.map(String) : [];
  const fields = cellFields(step.form);
  const columnByTitle = new Map<string, string>([
    ...COLUMNS.map((column) => [titleOf(ctx, column), column] as const),
    ...fields.map(({ name, title }) => [title, `data.${name}`] as const),
  ]);
  const cleanTitles = titles.map((title) => title.replace(/^\ufeff/, '').trim());
  const columns = cleanTitles.map((title) => columnByTitle.get(title));
  const unknown = cleanTitles.filter((title, at) => title && !columns[at]).map((title) => title.slice(0, 50));
  const requiredTitles = [titleOf(ctx, 'batchNo'), titleOf(ctx, 'eventTime')];
  const missing = requiredTitles.filter((title) => !columns.includes(columnByTitle.get(title)));
  if (missing.length > 0) throw new Problem('fileColumnsMissing', { columns: missing });
  refuseRepeatedColumns(cleanTitles, columns);
  const filledLines = lines.filter(({ row, cells }) => row > 1 && cells.some((cell) => cell !== ''));
  if (filledLines.length === 0) throw new Problem('fileWithoutRows');
  const rows = filledLines.map(({ row, cells }) => {
    const valueByColumn: Record<string, string> = {};
    let fault: string | undefined;
    for (const [index, column] of columns.entries()) {
      const cell = cells[index] ?? '';
      if (!column || cell === '') continue;
      valueByColumn[column] = String(cell);
      if (typeof cell !== 'number') continue;
      fault ??= ctx.t(Number.isNaN(cell) ? 'issue.formulaError' : 'issue.longNumber', { field: cleanTitles[index] });
    }
    return { row, fault, ...rowOf(ctx, step, fields, valueByColumn) };
  });
  return { rows, unknown };
}

const everyOption = (options: readonly Option[] = []): Option[] => options.flatMap((option) => [option, ...everyOption(option.children)]);

/** An invalid value stays text, so that validation reports it. */
function parseCell({ t }: Pick<Context, 't'>, { node }: TraceFieldView, text: string): TraceValue {
  const optionValue = (label: string) => everyOption(node.options).find((option) => option.label === label)?.value ?? label;
  switch (specOf(node.type).answer) {
    case 'number':
      return /^[-+]?[\d,]*\.?\d+(e[-+]?\d+)?$/i.test(text) ? Number(text.replaceAll(',', '')) : text;
    case 'flag':
      return text === t('kit.yes') ? true : text === t('kit.no') ? false : text;
    case 'choices':
      return splitList(text).map(optionValue);
    case 'choice':
      return node.props.multiple === true ? splitList(text).map(optionValue) : optionValue(text);
    default:
      return moment(node, text);
  }
}

/** Spreadsheets store a time of day on one of their first days, and midnight as a date only. */
function moment({ type, props }: TraceFieldView['node'], text: string): string {
  if (type !== 'time' && props.showTime !== true) return text;
  const fullTime = text.replace(/^\d{4}-\d{2}-\d{2}$/, '$& 00:00').replace(/(?<=^| )\d{2}:\d{2}$/, '$&:00');
  return type === 'time' ? fullTime.replace(/^(1899|1900)-\d{2}-\d{2} /, '') : fullTime;
}

const splitList = (text: string) => text.split(/[、,，;；]/).map((part) => part.trim());

/** Input of `add`, with the batch number in place of its id. */
function rowOf(ctx: Context, { stepId, templateId }: references.TracedStep, fields: TraceFieldView[], row: Record<string, string>) {
  const { batchNo = '', ordinalFrom, ordinalTo = ordinalFrom, eventTime, placeName, regionCode, lng, lat } = row;
  const data = fields.flatMap((field) => {
    const text = row[`data.${field.name}`];
    return text === undefined ? [] : [[field.name, parseCell(ctx, field, text)] as const];
  });
  const subjectFields = ordinalFrom === ordinalTo ? { subject: ordinalFrom === undefined ? 'batch' : 'code' } : { subject: 'range' };
  return {
    batchNo,
    templateId,
    record: {
      stepId,
      ...subjectFields,
      ordinalFrom,
      ordinalTo,
      eventTime,
      placeName,
      regionCode,
      lng,
      lat,
      data: Object.fromEntries(data),
    },
  };
}
export type ImportRow = ReturnType<typeof rowOf> & { row: number; fault: string | undefined };

/** Imports one row as a draft in the current transaction. @throws referenceNotFound, what `add` does */
export async function importRow(ctx: Context, { batchNo, templateId, record, fault }: ImportRow): Promise<RowOutcome> {
  if (fault) return { message: fault };
  const batch = await references.findByNo(ctx.db, ctx.scope, batchNo, templateId);
  if (!batch) throw new Problem('referenceNotFound', { field: 'batchNo', title: traceRecords.word('batchNo') });
  return importRecord(ctx, { ...record, batchId: batch.batchId }, { source: 'import' });
}

export async function importRecord(
  ctx: Context,
  record: object,
  ...addArgs: [from: Parameters<typeof add>[2], check?: CircleCheck]
): Promise<RowOutcome> {
  const parsed = traceRecords.input.safeParse(record, { reportInput: true });
  if (!parsed.success) return { message: rowMessage(ctx, traceRecords, parsed.error.issues) };
  await add(ctx, parsed.data, ...addArgs);
  return 'added';
}
