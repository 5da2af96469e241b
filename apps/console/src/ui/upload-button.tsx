import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { faultOf, PICTURES, upload } from '../data/upload.ts';
import { Icon } from './icon.tsx';

interface UploadButtonProps {
  onUploaded: (url: string, file: File) => void;
  /** Accepted extensions; pictures by default. */
  accept?: string;
  /** Size limit in bytes, exclusive; 2 MB by default. */
  limit?: number;
  children: ReactNode;
}

export function UploadButton({ onUploaded, accept = PICTURES, limit, children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const fault = faultOf(file, limit, accept);
    if (fault) return hosts.tell('error', fault);
    setBusy(true);
    try {
      onUploaded(await upload(file), file);
    } catch (error) {
      hosts.tell('error', (error as Error).message);
    } finally {
      setBusy(false);
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
      <Button loading={busy} icon={<Icon name="upload" />} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
