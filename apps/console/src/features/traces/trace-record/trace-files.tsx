import type { Traceability, TraceFileView } from '@suyuan/contract';
import { Suspense, useState } from 'react';
import { fileUrl } from '../../../data/site-config.ts';
import { useTranslations } from '../../../data/words.ts';
import { fetchFile } from '../../../ui/file-field.tsx';
import { lazyWithRetry } from '../../../ui/lazy-part.ts';
import { CopyableText } from '../../../ui/mono.tsx';

const ImagePreview = lazyWithRetry(() => import('../../../ui/image-preview.tsx'));

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
      <ul className={small ? 'trace-pictures trace-pictures-small' : 'trace-pictures'}>
        {files.map(({ fileName, originalName }) => (
          <li key={fileName}>
            <button type="button" aria-label={originalName} onClick={() => setPreviewUrl(fileUrl(fileName))}>
              <img src={fileUrl(fileName)} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {previewUrl && (
        <Suspense>
          <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Documents of a record with the digests from the hash chain. */
export function TraceDocuments({ files }: Pick<Traceability, 'files'>) {
  const t = useTranslations();
  const documents = files.filter(({ kind }) => kind === 'document');
  if (documents.length === 0) return null;
  return (
    <ul className="trace-documents">
      {documents.map(({ fileName, originalName, sha256 }) => (
        <li key={fileName}>
          <button type="button" className="row-link" onClick={() => void fetchFile(fileName, originalName)}>
            {originalName}
          </button>
          <span className="none">{t('manage.traceability.sha256')}</span> <CopyableText>{sha256}</CopyableText>
        </li>
      ))}
    </ul>
  );
}
