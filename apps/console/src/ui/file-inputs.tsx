import { documentEndings, FILE_BYTES, pictureEndings } from '@suyuan/contract';
import { Button, Form, Upload } from 'antd';
import { type ReactNode, useEffectEvent, useRef, useState } from 'react';
import { download } from '../data/download.ts';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { filePath } from '../data/site-config.ts';
import { IMAGE_EXTENSIONS, upload, validateFile } from '../data/upload.ts';
import { Icon } from './icon.tsx';
import { LinkButton } from './row-link.tsx';

interface FileDropProps {
  /** Accepted extensions, e.g. `.xlsx,.csv`. */
  accept: string;
  file?: File | undefined;
  /** Receives the file; nothing is uploaded here. */
  onFile?: (file: File) => void;
  disabled?: boolean;
  children?: ReactNode;
}

/** In a form: `<Form.Item valuePropName="file" trigger="onFile">`. */
export function FileDrop({ accept, file, onFile, disabled = false, children }: FileDropProps) {
  const t = useTranslations();
  return (
    <Upload.Dragger
      accept={accept}
      maxCount={1}
      disabled={disabled}
      showUploadList={false}
      beforeUpload={(selectedFile) => {
        onFile?.(selectedFile);
        return false;
      }}
    >
      <p className="mt-0 mb-2 text-success">
        <Icon name="sheet" className="text-[32px]" />
      </p>
      <p>{file ? file.name : t('kit.fileDrop')}</p>
      {children}
    </Upload.Dragger>
  );
}

interface UploadButtonProps {
  onUploaded: (url: string, file: File) => void;
  /** Accepted extensions; pictures by default. */
  accept?: string;
  /** Size limit in bytes, exclusive; 2 MB by default. */
  limit?: number;
  children: ReactNode;
}

export function UploadButton({ onUploaded, accept = IMAGE_EXTENSIONS, limit, children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isUploading, setUploading] = useState(false);
  // the value may change while a file uploads
  const reportUpload = useEffectEvent(onUploaded);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const message = validateFile(file, limit, accept);
    if (message) return shellServices.notify('error', message);
    setUploading(true);
    try {
      const url = await upload(file);
      reportUpload(url, file);
    } catch (error) {
      shellServices.notify('error', (error as Error).message);
    } finally {
      setUploading(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        style={{ display: 'none' }}
        onChange={({ target }) => {
          void send(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button loading={isUploading} icon={<Icon name="upload" />} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

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
    <div className="flex flex-wrap items-center gap-2" id={id}>
      {value && (
        <span className="inline-flex min-w-0 items-center wrap-anywhere">
          <LinkButton onClick={() => void fetchFile(value, name)}>{name ?? t('kit.file')}</LinkButton>
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
