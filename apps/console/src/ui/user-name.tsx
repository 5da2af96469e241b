import { useDisplayName } from '../data/user-names.ts';
import { TimeText } from './time-format.tsx';

/** The display name of a user, with the login name in its tooltip. */
export function UserName({ login }: { login: string }) {
  const name = useDisplayName(login);
  if (name === undefined) return <span className="animate-pulse rounded-sm bg-skeleton text-transparent select-none">{login}</span>;
  return <span {...(name !== login && { 'data-tip': login })}>{name}</span>;
}

/** Who took a step and when. */
export const StepNote = ({ user, time }: { user: string | null; time: string }) => (
  <>
    {user && <UserName login={user} />} <TimeText value={time} />
  </>
);

/** Undefined for a step that was not taken. */
export const stepNote = (user: string | null, time: string | null) => (time ? <StepNote user={user} time={time} /> : undefined);
