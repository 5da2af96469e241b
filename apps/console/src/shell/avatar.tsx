import type { SessionUser } from '@suyuan/contract';
import { fileUrl } from '../data/site-config.ts';
import defaultAvatar from './default-avatar.svg';

export function Avatar({ user, size }: { user: Pick<SessionUser, 'avatar'>; size: number }) {
  return <img className="avatar" src={user.avatar ? fileUrl(user.avatar) : defaultAvatar} alt="" width={size} height={size} />;
}
