import type { SessionUser } from '@suyuan/contract';
import { Suspense, useRef, useState } from 'react';
import { hosts } from '../../data/hosts.ts';
import { faultOf, PICTURES } from '../../data/upload.ts';
import { useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Avatar } from '../avatar.tsx';

const AvatarDialog = lazyPart(() => import('./avatar-dialog.tsx'));

export function AvatarChange({ user, size }: { user: SessionUser; size: number }) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [file, choose] = useState<File>();
  const take = (given: File | undefined) => {
    const fault = given && faultOf(given);
    if (fault) hosts.tell('error', fault);
    else choose(given);
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
        accept={PICTURES}
        aria-label={t('account.avatarFile')}
        onChange={(event) => take(event.target.files?.[0])}
      />
      {file && (
        <Suspense>
          <AvatarDialog file={file} onClose={() => choose(undefined)} />
        </Suspense>
      )}
    </>
  );
}
