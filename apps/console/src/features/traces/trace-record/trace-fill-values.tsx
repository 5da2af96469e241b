import {
  documentEndings,
  FILE_BYTES,
  MAX_TRACE_DOCUMENTS,
  MAX_TRACE_PICTURES,
  pictureEndings,
  type TraceForm,
  type TraceRecord,
  traceFields,
} from '@suyuan/contract';
import { type Answers, type Json, own } from '@suyuan/forms';
import { Button } from 'antd';
import { nullsToUndefined } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { filePath, fileUrl } from '../../../data/site-config.ts';
import { filesOf, isPicture } from '../../../forms/renderer/upload-control.tsx';
import { UploadButton } from '../../../ui/file-inputs.tsx';
import { Icon } from '../../../ui/icon.tsx';

const DOCUMENTS = [...documentEndings, ...pictureEndings].map((ending) => `.${ending}`).join(',');

export interface Attachment {
  fileName: string;
  kind: 'picture' | 'document';
  field: string | null;
  originalName: string;
}

interface AttachmentsProps {
  files: readonly Attachment[];
  onChange: (files: Attachment[]) => void;
  kind: Attachment['kind'];
  /** Form field that the files belong to; null: the whole record. */
  field?: string | null;
  /** Maximum number of this kind and field. */
  maxCount?: number;
}

export function TraceAttachments({
  files,
  onChange,
  kind,
  field = null,
  maxCount = kind === 'picture' ? MAX_TRACE_PICTURES : MAX_TRACE_DOCUMENTS,
}: AttachmentsProps) {
  const t = useTranslations();
  const fieldFiles = files.filter((file) => file.kind === kind && file.field === field);
  const kindCount = files.filter((file) => file.kind === kind).length;
  const isFull = fieldFiles.length >= maxCount || kindCount >= (kind === 'picture' ? MAX_TRACE_PICTURES : MAX_TRACE_DOCUMENTS);
  return (
    <>
      {fieldFiles.length > 0 && (
        <ul className={`my-2 flex list-none gap-2 p-0 ${kind === 'picture' ? 'flex-wrap' : 'flex-col'}`}>
          {fieldFiles.map(({ fileName, originalName }) => (
            <li key={fileName} className={kind === 'picture' ? 'relative' : 'wrap-anywhere'}>
              {kind === 'picture' ? (
                <img src={fileUrl(fileName)} alt={originalName} className="block size-26 rounded border border-line object-cover" />
              ) : (
                <span>{originalName}</span>
              )}
              <Button
                size="small"
                type="text"
                {...(kind === 'picture' && { className: 'absolute! top-1 right-1 not-hover:bg-popup!' })}
                aria-label={t('manage.traceability.removeFile', { name: originalName })}
                icon={<Icon name="close" />}
                onClick={() => onChange(files.filter((file) => file.fileName !== fileName))}
              />
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <UploadButton
          {...(kind === 'document' && { accept: DOCUMENTS, limit: FILE_BYTES })}
          onUploaded={(url, file) =>
            onChange([...files, { fileName: url.slice(url.indexOf('/profile/')), kind, field, originalName: file.name.slice(-100) }])
          }
        >
          {t(kind === 'picture' ? 'manage.traceability.addPicture' : 'manage.traceability.addDocument')}
        </UploadButton>
      )}
    </>
  );
}

export type Values = Record<string, unknown>;

export function toFormValues(record: TraceRecord | undefined, prefilled: Values, now: string): Values {
  if (!record) return { subject: 'batch', eventTime: now, ...prefilled };
  const { batchId, stepId, subject, level, ordinalFrom, ordinalTo, eventTime, placeName, regionCode, lng, lat, channelBusinessId, inputs } =
    record;
  return nullsToUndefined({
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
    inputs: inputs.map(({ supplierName: _, ...input }) => nullsToUndefined({ ...input, own: input.inputBatchId !== null })),
  });
}

/** Files of the whole record, without those of form fields. */
export function generalAttachments(record: TraceRecord | undefined): Attachment[] {
  const fields = record ? traceFields(record.form).map(({ name }) => name) : [];
  return (record?.files ?? [])
    .filter(({ field }) => field === null || !fields.includes(field))
    .map(({ fileName, kind, originalName }) => ({ fileName, kind, field: null, originalName }));
}

const MINUTE_PRECISION = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** Initial answers of a step's form: stored values and files by field. */
export function initialAnswers(record: TraceRecord | undefined, form: TraceForm): Answers {
  if (!record) return {};
  const entries = traceFields(form).flatMap(({ name, files, node }): [string, Json][] => {
    if (files) {
      const fieldFiles = record.files.filter(({ field }) => field === name);
      return [[name, fieldFiles.map(({ fileName, originalName }) => ({ name: originalName, url: fileUrl(fileName) }))]];
    }
    const value = own(record.data, name);
    if (value === undefined) return [];
    // older records, from before the form designer, have times without seconds
    return [[name, node.props.showTime === true && typeof value === 'string' && MINUTE_PRECISION.test(value) ? `${value}:00` : value]];
  });
  return Object.fromEntries(entries);
}

/** Answers in request format: values by name, and files with their field. */
export function toRequestAnswers(form: TraceForm, answers: Answers): { data: Answers; files: Attachment[] } {
  const fileFields = traceFields(form).filter(({ files }) => files);
  const files = fileFields.flatMap(({ name }) =>
    filesOf(own(answers, name)).map(
      (file): Attachment => ({
        fileName: filePath(file.url),
        kind: isPicture(file) ? 'picture' : 'document',
        field: name,
        originalName: file.name,
      }),
    ),
  );
  return { data: Object.fromEntries(Object.entries(answers).filter(([name]) => !fileFields.some((field) => field.name === name))), files };
}

interface InputValues extends Values {
  own?: boolean;
  inputBatchId?: number;
}

/** Request body: blanks clear values; fields hidden by the subject are omitted. */
export function toRequestBody(values: Values, data: Answers, files: readonly Attachment[]): Values {
  const { subject, level, ordinalFrom, ordinalTo, code, inputs = [], ...otherValues } = values;
  const isSingleCode = subject === 'code' || subject === 'container';
  const subjectFields = {
    subject,
    ...(subject === 'container' && { level }),
    ...(subject !== 'batch' && { ordinalFrom }),
    ...(subject === 'range' && { ordinalTo }),
    ...(isSingleCode && code ? { code } : {}),
  };
  const withNulls = (fields: Values) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : (value ?? null)]));
  return {
    ...withNulls(otherValues),
    ...subjectFields,
    data,
    files: files.map(({ fileName, kind, field }) => ({ fileName, kind, field })),
    inputs: (inputs as InputValues[]).map(({ own, inputBatchId, inputName, lotNo, supplierId, quantity, unit }) =>
      withNulls(own ? { inputBatchId, quantity, unit } : { inputName, lotNo, supplierId, quantity, unit }),
    ),
  };
}
