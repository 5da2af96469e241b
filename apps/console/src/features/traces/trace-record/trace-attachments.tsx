import { documentEndings, FILE_BYTES, MAX_TRACE_DOCUMENTS, MAX_TRACE_PICTURES, pictureEndings } from '@suyuan/contract';
import { Button } from 'antd';
import { fileUrl } from '../../../data/site-config.ts';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { UploadButton } from '../../../ui/upload-button.tsx';

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
    <div className="trace-attachments">
      {fieldFiles.length > 0 && (
        <ul className={kind === 'picture' ? 'trace-pictures' : 'trace-documents'}>
          {fieldFiles.map(({ fileName, originalName }) => (
            <li key={fileName}>
              {kind === 'picture' ? <img src={fileUrl(fileName)} alt={originalName} /> : <span>{originalName}</span>}
              <Button
                size="small"
                type="text"
                className="trace-take-off"
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
    </div>
  );
}
