import type { SessionUser } from '@suyuan/contract';
import { useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { shellServices } from '../../data/shell-services.ts';
import { IMAGE_EXTENSIONS, validateFile } from '../../data/upload.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';

const AvatarDialog = lazyDialog(() => import('./avatar-dialog.tsx'));

const overlay = 'absolute inset-0 grid place-items-center rounded-full bg-overlay text-on-primary transition-opacity';

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
      <button
        type="button"
        className="group relative flex-none cursor-pointer rounded-full border-0 bg-transparent p-0"
        style={{ width: size, height: size }}
        onClick={() => input.current?.click()}
      >
        <Avatar user={user} size={size} />
        <span className={`${overlay} opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100`} aria-hidden="true">
          <Icon name="edit" />
        </span>
        <span className="sr-only">{t('account.avatarChange')}</span>
      </button>
      <input
        ref={input}
        style={{ display: 'none' }} // antd's form overrides the `hidden` attribute
        type="file"
        accept={IMAGE_EXTENSIONS}
        aria-label={t('account.avatarFile')}
        onChange={(event) => selectFile(event.target.files?.[0])}
      />
      {file && <AvatarDialog file={file} onClose={() => setFile(undefined)} />}
    </>
  );
}
