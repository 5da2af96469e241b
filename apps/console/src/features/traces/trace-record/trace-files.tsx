import { type TraceFileView, type TraceRecord, traceFields } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { fileUrl } from '../../../data/site-config.ts';
import { AnswerValue } from '../../../forms/renderer/answers-view.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { fetchFile } from '../../../ui/file-inputs.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';

const ImagePreview = lazyDialog(() => import('../../../ui/image-preview.tsx'));

/** Pictures of a record; a click enlarges one. */
export function TracePictures({
  files,
  small = false,
}: {
  files: readonly Pick<TraceFileView, 'fileName' | 'originalName'>[];
  small?: boolean;
}) {
  const [previewUrl, setPreviewUrl] = useState<string>();
  if (files.length === 0) return null;
  return (
    <>
      <ul className="my-2 flex list-none flex-wrap gap-2 p-0">
        {files.map(({ fileName, originalName }) => (
          <li key={fileName}>
            <button
              type="button"
              aria-label={originalName}
              className="cursor-zoom-in border-0 bg-transparent p-0"
              onClick={() => setPreviewUrl(fileUrl(fileName))}
            >
              <img
                src={fileUrl(fileName)}
                alt=""
                loading="lazy"
                className={`block rounded border border-line object-cover ${small ? 'size-18' : 'size-26'}`}
              />
            </button>
          </li>
        ))}
      </ul>
      {previewUrl && <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />}
    </>
  );
}

/** Documents of a record with the digests from the hash chain. */
export function TraceDocuments({ files }: Pick<TraceRecord, 'files'>) {
  const t = useTranslations();
  const documents = files.filter(({ kind }) => kind === 'document');
  if (documents.length === 0) return null;
  return (
    <ul className="my-2 flex list-none flex-col gap-2 p-0">
      {documents.map(({ fileName, originalName, sha256 }) => (
        <li key={fileName} className="wrap-anywhere">
          <LinkButton onClick={() => void fetchFile(fileName, originalName)}>{originalName}</LinkButton>{' '}
          <span className="text-muted">{t('manage.traceability.sha256')}</span> <CopyableText>{sha256}</CopyableText>
        </li>
      ))}
    </ul>
  );
}

export function TraceAnswers({ record }: { record: Pick<TraceRecord, 'form' | 'data' | 'files'> }) {
  const { form, data, files } = record;
  const rows = traceFields(form).flatMap((field) => {
    const { name, node } = field;
    const fieldFiles = files.filter((file) => file.field === name);
    if (fieldFiles.length > 0) {
      const pictures = fieldFiles.filter(({ kind }) => kind === 'picture');
      const attachments = (
        <>
          <TracePictures files={pictures} small />
          <TraceDocuments files={fieldFiles} />
        </>
      );
      return [{ field, value: attachments }];
    }
    const value = own(data, name) ?? null;
    return value === null ? [] : [{ field, value: <AnswerValue node={node} value={value} /> }];
  });
  if (rows.length === 0) return null;
  return (
    <dl className="my-2 grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-x-6 gap-y-2">
      {rows.map(({ field, value }) => (
        <div key={field.name}>
          <dt className="text-xs text-muted">{field.title}</dt>
          <dd className="m-0 wrap-anywhere whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
