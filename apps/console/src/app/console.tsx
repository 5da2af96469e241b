import { useEffect, useMemo, useState } from 'react';
import { onReconnect } from '../kit/connection.ts';
import { OwnerContext } from '../kit/owner.ts';
import { RightsContext } from '../kit/permission.tsx';
import { refusalOf } from '../kit/refusal.ts';
import { HostsOfTheShell } from './hosts.tsx';
import { readRoutes } from './routes.ts';
import { giveUp, lastSession, loadSession, onRenewal, renewed } from './session.ts';
import { SessionContext } from './session-context.ts';
import { Shell } from './shell.tsx';

/**
 * Loads who is signed in and what they may see, then opens the shell; without user info there is no console. What this session was told
 * before opens it at once, and gives way to the answer. Where only the connection is missing, it stays until that is back.
 */
export function Console() {
  const [session, setSession] = useState(lastSession);
  useEffect(() => {
    const load = () => {
      const told = lastSession();
      loadSession().then(
        (now) => setSession((before) => renewed(before, now)),
        (error) => (told && refusalOf(error)?.problem === 'network' ? undefined : giveUp()),
      );
    };
    load();
    const endings = [onReconnect(load), onRenewal(load)];
    return () => {
      for (const end of endings) end();
    };
  }, []);
  const { routers, info } = session ?? {};
  const routes = useMemo(() => routers && readRoutes(routers, location.origin), [routers]);
  const { roles, permissions } = info ?? {};
  const rights = useMemo(() => roles && permissions && { roles, permissions }, [roles, permissions]);
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
