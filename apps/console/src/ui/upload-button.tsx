import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { shellServices } from '../data/hosts.ts';
import { IMAGE_EXTENSIONS, upload, validateFile } from '../data/upload.ts';
import { Icon } from './icon.tsx';

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
  const send = async (file: File | undefined) => {
    if (!file) return;
    const message = validateFile(file, limit, accept);
    if (message) return shellServices.notify('error', message);
    setUploading(true);
    try {
      onUploaded(await upload(file), file);
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
