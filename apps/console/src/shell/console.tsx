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

/** Whether nobody answered who could know the session: the network is gone, or a proxy or a static host answered in place of the server. */
const isOut = ({ problem }: Refusal) => problem === 'network' || problem === 'status' || problem === 'webPage';

/**
 * Loads who is signed in and what they may see, then opens the shell; without user info there is no console. What this session was told
 * before opens it at once, and gives way to the answer. Where only the connection is missing, it stays until that is back;
 * once it stands, only a lost session ends it.
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
          // where the frame stands on what was told before, what came with the page is shown first
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
