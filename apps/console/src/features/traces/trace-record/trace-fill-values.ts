import { type Traceability, type TraceForm, traceFields } from '@suyuan/contract';
import { type Answers, type Json, own } from '@suyuan/forms';
import { filePath, fileUrl } from '../../../data/site-config.ts';
import { filesOf, isPicture } from '../../../forms/renderer/upload-control.tsx';
import type { Attachment } from './trace-attachments.tsx';

export type Values = Record<string, unknown>;

export function valuesOf(record: Traceability | undefined, begun: Values, now: string): Values {
  if (!record) return { subject: 'batch', eventTime: now, ...begun };
  const { batchId, stepId, subject, level, ordinalFrom, ordinalTo, eventTime, placeName, regionCode, lng, lat, channelBusinessId, inputs } =
    record;
  const blank = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));
  return blank({
    ...{
      batchId,
      stepId,
      subject,
      level: level || undefined,
      ordinalFrom,
      ordinalTo,
      eventTime,
      placeName,
      regionCode,
      lng,
      lat,
      channelBusinessId,
    },
    inputs: inputs.map(({ supplierName: _, ...input }) => blank({ ...input, own: input.inputBatchId !== null })),
  });
}

/** Files of the whole record, without those of form fields. */
export function attachmentsOf(record: Traceability | undefined): Attachment[] {
  const fields = record ? traceFields(record.form).map(({ name }) => name) : [];
  return (record?.files ?? [])
    .filter(({ field }) => field === null || !fields.includes(field))
    .map(({ fileName, kind, originalName }) => ({ fileName, kind, field: null, originalName }));
}

const MINUTE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** Initial answers of a step's form: stored values and files by field. */
export function answersOf(record: Traceability | undefined, form: TraceForm): Answers {
  if (!record) return {};
  const entries = traceFields(form).flatMap(({ name, files, node }): [string, Json][] => {
    if (files) {
      const filed = record.files.filter(({ field }) => field === name);
      return [[name, filed.map(({ fileName, originalName }) => ({ name: originalName, url: fileUrl(fileName) }))]];
    }
    const value = own(record.data, name);
    if (value === undefined) return [];
    // older records, from before the form designer, have times without seconds
    return [[name, node.props.showTime === true && typeof value === 'string' && MINUTE.test(value) ? `${value}:00` : value]];
  });
  return Object.fromEntries(entries);
}

/** Answers in request format: values by name, and files with their field. */
export function sentAnswers(form: TraceForm, answers: Answers): { data: Answers; files: Attachment[] } {
  const named = traceFields(form).filter(({ files }) => files);
  const files = named.flatMap(({ name }) =>
    filesOf(own(answers, name)).map(
      (file): Attachment => ({
        fileName: filePath(file.url),
        kind: isPicture(file) ? 'picture' : 'document',
        field: name,
        originalName: file.name,
      }),
    ),
  );
  return { data: Object.fromEntries(Object.entries(answers).filter(([name]) => !named.some((field) => field.name === name))), files };
}

interface InputValues extends Values {
  own?: boolean;
  inputBatchId?: number;
}

/** Request body: blanks clear values; fields hidden by the subject are omitted. */
export function bodyOf(values: Values, data: Answers, files: readonly Attachment[]): Values {
  const { subject, level, ordinalFrom, ordinalTo, code, inputs = [], ...rest } = values;
  const single = subject === 'code' || subject === 'container';
  const about = {
    subject,
    ...(subject === 'container' && { level }),
    ...(subject !== 'batch' && { ordinalFrom }),
    ...(subject === 'range' && { ordinalTo }),
    ...(single && code ? { code } : {}),
  };
  const cleared = (given: Values) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === '' ? null : (value ?? null)]));
  return {
    ...cleared(rest),
    ...about,
    data,
    files: files.map(({ fileName, kind, field }) => ({ fileName, kind, field })),
    inputs: (inputs as InputValues[]).map(({ own, inputBatchId, inputName, lotNo, supplierId, quantity, unit }) =>
      cleared(own ? { inputBatchId, quantity, unit } : { inputName, lotNo, supplierId, quantity, unit }),
    ),
  };
}
