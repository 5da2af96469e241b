import { Upload } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../data/words.ts';
import { Icon } from './icon.tsx';

interface FileDropProps {
  /** Endings that it takes, e.g. `.xlsx,.csv`. */
  accept: string;
  file: File | undefined;
  /** Told of the file in the browser: nothing is sent from here. */
  onFile: (file: File) => void;
  disabled?: boolean;
  /** What the file should hold. */
  children?: ReactNode;
}

/** A field that one file is dropped on or chosen for, which then says its name. */
export function FileDrop({ accept, file, onFile, disabled = false, children }: FileDropProps) {
  const t = useWords();
  return (
    <Upload.Dragger
      accept={accept}
      maxCount={1}
      disabled={disabled}
      showUploadList={false}
      beforeUpload={(given) => {
        onFile(given);
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
