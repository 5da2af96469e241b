import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { onReconnect } from '../data/connection.ts';
import { shellServices } from '../data/hosts.ts';
import { UserIdContext } from '../data/owner.ts';
import { RightsContext } from '../data/permission.tsx';
import { type ApiError, asApiError, isSessionExpired } from '../data/refusal.ts';
import { ShellServicesHost } from './hosts.tsx';
import { reloadOnRightsChange } from './rights-watch.ts';
import { readRoutes } from './routes.ts';
import { loadSession, mergeSession, onSessionReload, readCachedSession, signOutOnFailure } from './session.ts';
import { SessionContext } from './session-context.ts';
import { watchSession } from './session-watch.ts';
import { Shell } from './shell.tsx';

/** Whether the server was unreachable: no network, or a response from a proxy or a static host. */
const isServerUnreachable = ({ problem }: ApiError) => problem === 'network' || problem === 'status' || problem === 'webPage';

/**
 * Loads user info and menu, then renders the shell. A cached session renders it immediately and is replaced by the response. While offline
 * it waits for the connection. Once rendered, only a lost session closes the shell.
 */
export function Console() {
  const [session, setSession] = useState(readCachedSession);
  const client = useQueryClient();
  useEffect(() => reloadOnRightsChange(client), [client]);
  const hasSessionWatch = session?.info.extensions?.includes('sessionWatch');
  useEffect(() => (hasSessionWatch ? watchSession() : undefined), [hasSessionWatch]);
  useEffect(() => {
    let isRendered = false;
    const load = () => {
      const cachedSession = readCachedSession();
      loadSession().then(
        (loaded) => {
          isRendered = true;
          // with a cached session, the update has low priority and does not delay the first content
          const update = () => setSession((current) => mergeSession(current, loaded));
          if (cachedSession) startTransition(update);
          else update();
        },
        (error) => {
          const apiError = asApiError(error);
          if (isRendered && apiError && !isSessionExpired(apiError)) return shellServices.notify('error', apiError.msg, apiError.detail);
          if (!cachedSession || !apiError || !isServerUnreachable(apiError)) void signOutOnFailure(error);
        },
      );
    };
    load();
    const unsubscribers = [onReconnect(load), onSessionReload(load)];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
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
        <UserIdContext value={session.info.user.userId}>
          <Shell routes={routes} />
          <ShellServicesHost />
        </UserIdContext>
      </RightsContext>
    </SessionContext>
  );
}
