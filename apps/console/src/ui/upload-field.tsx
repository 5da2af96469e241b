import { documentEndings, FILE_BYTES, pictureEndings } from '@suyuan/contract';
import { Button } from 'antd';
import { useTranslations } from '../data/i18n.ts';
import { filePath, fileUrl } from '../data/site-config.ts';
import { fetchFile, UploadButton } from './file-inputs.tsx';
import { LinkButton } from './row-link.tsx';

const FILE_EXTENSIONS = [...pictureEndings, ...documentEndings].map((ending) => `.${ending}`).join(',');

interface UploadFieldProps {
  id?: string;
  value?: string | null;
  onChange?: (path: string | null) => void;
  /** Accepts pictures only and shows a preview. */
  isPicture?: boolean;
  /** Name of the group. */
  'aria-label'?: string;
}

/** The value is the path. */
export function UploadField({ id, value, onChange, isPicture = false, 'aria-label': label }: UploadFieldProps) {
  const t = useTranslations();
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap items-center gap-2 border-0 p-0" id={id} aria-label={label}>
      {value && isPicture && <UploadedPicture path={value} />}
      {value && !isPicture && <LinkButton onClick={() => void fetchFile(value, null)}>{t('kit.file')}</LinkButton>}
      <UploadButton onUploaded={(url) => onChange?.(filePath(url))} {...(!isPicture && { accept: FILE_EXTENSIONS, limit: FILE_BYTES })}>
        {t(value ? 'kit.fileOther' : 'kit.fileUpload')}
      </UploadButton>
      {value && (
        <Button type="text" size="small" onClick={() => onChange?.(null)}>
          {t('kit.fileOff')}
        </Button>
      )}
    </fieldset>
  );
}

export function UploadedPicture({ path }: { path: string | null | undefined }) {
  if (!path) return <span className="text-muted">—</span>;
  return <img src={fileUrl(path)} alt="" className="size-12 rounded object-cover" loading="lazy" />;
}
