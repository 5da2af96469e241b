import { Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../data/words.ts';
import { Icon } from './icon.tsx';

interface FileDropProps {
  /** Accepted extensions, e.g. `.xlsx,.csv`. */
  accept: string;
  file: File | undefined;
  /** Receives the file; nothing is uploaded here. */
  onFile: (file: File) => void;
  disabled?: boolean;
  children?: ReactNode;
}

export function FileDrop({ accept, file, onFile, disabled = false, children }: FileDropProps) {
  const t = useTranslations();
  return (
    <Upload.Dragger
      accept={accept}
      maxCount={1}
      disabled={disabled}
      showUploadList={false}
      beforeUpload={(selectedFile) => {
        onFile(selectedFile);
        return false;
      }}
    >
      <p className="upload-mark">
        <Icon name="sheet" />
      </p>
      <p>{file ? file.name : t('kit.fileDrop')}</p>
      {children}
    </Upload.Dragger>
  );
}
