import type { SessionUser } from '@suyuan/contract';

/** The user's picture, or the first sign of their name. */
export function Avatar({ user, size }: { user: Pick<SessionUser, 'avatar' | 'nickName' | 'userName'>; size: number }) {
  const style = { width: size, height: size, fontSize: size * 0.45 };
  if (user.avatar) return <img className="avatar" src={`/api${user.avatar}`} alt="" style={style} />;
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {(user.nickName || user.userName).slice(0, 1).toUpperCase()}
    </span>
  );
}
