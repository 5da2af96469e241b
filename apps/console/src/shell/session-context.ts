import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in; below the shell there always is somebody. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session above');
  return session;
}
