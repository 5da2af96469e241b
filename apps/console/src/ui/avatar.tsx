import { fileUrl } from '../data/site-config.ts';
import defaultAvatar from './default-avatar.svg';

/** A user's picture, next to the name. */
export function Avatar({ user, size }: { user: { avatar?: string | null }; size: number }) {
  const src = user.avatar ? fileUrl(user.avatar) : defaultAvatar;
  return <img className="flex-none rounded-full object-cover" src={src} alt="" width={size} height={size} />;
}
