import { documentEndings, FILE_BYTES, pictureEndings } from '@suyuan/contract';
import { Button, Form } from 'antd';
import { download } from '../data/download.ts';
import { filePath } from '../data/site-config.ts';
import { useTranslations } from '../data/words.ts';
import { UploadButton } from './upload-button.tsx';

const ACCEPTED = [...pictureEndings, ...documentEndings].map((ending) => `.${ending}`).join(',');

/** Downloads a stored file; any signed-in user may. */
export const fetchFile = (path: string, name: string | null) =>
  download(`/common/download/resource?resource=${encodeURIComponent(path)}`, name ?? path.slice(path.lastIndexOf('/') + 1));

interface FileFieldProps {
  id?: string;
  /** Path of the file below the API. */
  value?: string | null;
  onChange?: (path: string | null) => void;
  nameField: string;
}

export function FileField({ id, value, onChange, nameField }: FileFieldProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const name: string | null = Form.useWatch(nameField, { form, preserve: true }) ?? null;
  return (
    <div className="file-field" id={id}>
      {value && (
        <span className="file-field-name">
          <button type="button" className="row-link" onClick={() => void fetchFile(value, name)}>
            {name ?? t('kit.file')}
          </button>
          <Button
            type="text"
            size="small"
            onClick={() => {
              onChange?.(null);
              form.setFieldValue(nameField, null);
            }}
          >
            {t('kit.fileOff')}
          </Button>
        </span>
      )}
      <UploadButton
        accept={ACCEPTED}
        limit={FILE_BYTES}
        onUploaded={(url, file) => {
          form.setFieldValue(nameField, file.name.slice(-100));
          onChange?.(filePath(url));
        }}
      >
        {t(value ? 'kit.fileOther' : 'kit.fileUpload')}
      </UploadButton>
    </div>
  );
}
