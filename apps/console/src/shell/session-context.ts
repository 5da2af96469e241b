import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** The current session; always present below the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session above');
  return session;
}
