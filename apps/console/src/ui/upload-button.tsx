import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { faultOf, PICTURES, upload } from '../data/upload.ts';
import { Icon } from './icon.tsx';

interface UploadButtonProps {
  /** The address of what was uploaded. */
  onUploaded: (url: string, file: File) => void;
  /** Endings that the file dialog offers and no others are taken; pictures unless said. */
  accept?: string;
  /** Bytes that a file must stay below; 2 MB unless said. */
  limit?: number;
  children: ReactNode;
}

/** Chooses a file and uploads it: a turning sign while it travels, the address once it is there, else a word about what went wrong. */
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
