import type { Traceability } from '@suyuan/contract';
import type { Attachment } from './trace-attachments.tsx';

export type Values = Record<string, unknown>;

/** What the form starts with. */
export function valuesOf(record: Traceability | undefined, begun: Values, now: string): Values {
  if (!record) return { subject: 'batch', eventTime: now, ...begun };
  const {
    batchId,
    stepId,
    subject,
    level,
    ordinalFrom,
    ordinalTo,
    eventTime,
    placeName,
    regionCode,
    lng,
    lat,
    channelBusinessId,
    data,
    inputs,
  } = record;
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
      data,
    },
    inputs: inputs.map(({ supplierName: _, ...input }) => blank({ ...input, own: input.inputBatchId !== null })),
  });
}

export const attachmentsOf = (record: Traceability | undefined): Attachment[] =>
  (record?.files ?? []).map(({ fileName, kind, field, originalName }) => ({ fileName, kind, field, originalName }));

interface InputValues extends Values {
  own?: boolean;
  inputBatchId?: number;
}

/** What is sent: blanks clear, and what the choice of subject hides is not said. */
export function bodyOf(values: Values, files: readonly Attachment[]): Values {
  const { subject, level, ordinalFrom, ordinalTo, code, data = {}, inputs = [], ...rest } = values;
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
    data: cleared(data as Values),
    files: files.map(({ fileName, kind, field }) => ({ fileName, kind, field })),
    inputs: (inputs as InputValues[]).map(({ own, inputBatchId, inputName, lotNo, supplierId, quantity, unit }) =>
      cleared(own ? { inputBatchId, quantity, unit } : { inputName, lotNo, supplierId, quantity, unit }),
    ),
  };
}
