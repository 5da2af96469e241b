import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { onReconnect } from '../data/connection.ts';
import { hosts } from '../data/hosts.ts';
import { OwnerContext } from '../data/owner.ts';
import { RightsContext } from '../data/permission.tsx';
import { isSessionOver, type Refusal, refusalOf } from '../data/refusal.ts';
import { HostsOfTheShell } from './hosts.tsx';
import { watchRights } from './rights-watch.ts';
import { readRoutes } from './routes.ts';
import { giveUp, lastSession, loadSession, onRenewal, renewed } from './session.ts';
import { SessionContext } from './session-context.ts';
import { watchSession } from './session-watch.ts';
import { Shell } from './shell.tsx';

/** Whether the server was unreachable: no network, or a response from a proxy or a static host. */
const isOut = ({ problem }: Refusal) => problem === 'network' || problem === 'status' || problem === 'webPage';

/**
 * Loads user info and menu, then renders the shell. A cached session renders it immediately and is replaced by the response. While offline
 * it waits for the connection. Once rendered, only a lost session closes the shell.
 */
export function Console() {
  const [session, setSession] = useState(lastSession);
  const client = useQueryClient();
  useEffect(() => watchRights(client), [client]);
  const watches = session?.info.extensions?.includes('sessionWatch');
  useEffect(() => (watches ? watchSession() : undefined), [watches]);
  useEffect(() => {
    let stands = false;
    const load = () => {
      const told = lastSession();
      loadSession().then(
        (now) => {
          stands = true;
          // with a cached session, the update has low priority and does not delay the first content
          const renew = () => setSession((before) => renewed(before, now));
          if (told) startTransition(renew);
          else renew();
        },
        (error) => {
          const refusal = refusalOf(error);
          if (stands && refusal && !isSessionOver(refusal)) return hosts.tell('error', refusal.msg, refusal.detail);
          if (!told || !refusal || !isOut(refusal)) void giveUp(error);
        },
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
