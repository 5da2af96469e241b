import { useEffect, useMemo, useState } from 'react';
import { OwnerContext } from '../kit/owner.ts';
import { RightsContext } from '../kit/permission.tsx';
import { HostsOfTheShell } from './hosts.tsx';
import { readRoutes } from './routes.ts';
import { giveUp, loadSession, type Session } from './session.ts';
import { SessionContext } from './session-context.ts';
import { Shell } from './shell.tsx';

/** Loads who is signed in and what they may see, then opens the shell; without user info there is no console. */
export function Console() {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    loadSession().then(setSession, giveUp);
  }, []);
  const routes = useMemo(() => session && readRoutes(session.routers, location.origin), [session]);
  const rights = useMemo(() => session && { roles: session.info.roles, permissions: session.info.permissions }, [session]);
  if (!session || !routes || !rights) return <div className="boot" role="status" />;
  return (
    <SessionContext value={session}>
      <RightsContext value={rights}>
        <OwnerContext value={session.info.user.userId}>
          <Shell routes={routes} />
          <HostsOfTheShell />
        </OwnerContext>
      </RightsContext>
    </SessionContext>
  );
}
