import type { SessionUser } from '@suyuan/contract';
import { Suspense, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { shellServices } from '../../data/shell-services.ts';
import { IMAGE_EXTENSIONS, validateFile } from '../../data/upload.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import { Avatar } from '../avatar-menu.tsx';

const AvatarDialog = lazyWithRetry(() => import('./avatar-dialog.tsx'));

export function AvatarUpload({ user, size }: { user: SessionUser; size: number }) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const selectFile = (candidate: File | undefined) => {
    const message = candidate && validateFile(candidate);
    if (message) shellServices.notify('error', message);
    else setFile(candidate);
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <button type="button" className="avatar-change" style={{ width: size, height: size }} onClick={() => input.current?.click()}>
        <Avatar user={user} size={size} />
        <span className="avatar-over" aria-hidden="true">
          <Icon name="edit" />
        </span>
        <span className="unseen">{t('account.avatarChange')}</span>
      </button>
      <input
        ref={input}
        style={{ display: 'none' }} // antd's form overrides the `hidden` attribute
        type="file"
        accept={IMAGE_EXTENSIONS}
        aria-label={t('account.avatarFile')}
        onChange={(event) => selectFile(event.target.files?.[0])}
      />
      {file && (
        <Suspense>
          <AvatarDialog file={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  );
}
