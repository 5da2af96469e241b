import { documentEndings, FILE_BYTES, pictureEndings } from '@suyuan/contract';
import { Button } from 'antd';
import { filePath, fileUrl } from '../data/site-config.ts';
import { useWords } from '../data/words.ts';
import { fetchFile } from './file-field.tsx';
import { UploadButton } from './upload-button.tsx';
import './upload-field.css';

const ENDINGS = [...pictureEndings, ...documentEndings].map((ending) => `.${ending}`).join(',');

interface UploadFieldProps {
  id?: string;
  value?: string | null;
  onChange?: (path: string | null) => void;
  /** Accepts pictures only and shows a preview. */
  picture?: boolean;
}

/** The value is the path. */
export function UploadField({ id, value, onChange, picture = false }: UploadFieldProps) {
  const t = useWords();
  return (
    <div className="upload-field" id={id}>
      {value && picture && <UploadedPicture path={value} />}
      {value && !picture && (
        <button type="button" className="row-link" onClick={() => void fetchFile(value, null)}>
          {t('kit.file')}
        </button>
      )}
      <UploadButton onUploaded={(url) => onChange?.(filePath(url))} {...(!picture && { accept: ENDINGS, limit: FILE_BYTES })}>
        {t(value ? 'kit.fileOther' : 'kit.fileUpload')}
      </UploadButton>
      {value && (
        <Button type="text" size="small" onClick={() => onChange?.(null)}>
          {t('kit.fileOff')}
        </Button>
      )}
    </div>
  );
}

export function UploadedPicture({ path }: { path: string | null | undefined }) {
  if (!path) return <span className="none">—</span>;
  return <img src={fileUrl(path)} alt="" className="uploaded-picture" loading="lazy" />;
}
