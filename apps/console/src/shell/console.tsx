import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useContext, useEffect, useMemo, useState } from 'react';
import { type ApiError, asApiError, isSessionExpired } from '../data/api-error.ts';
import { watchAttendance } from '../data/attendance.ts';
import { onReconnect } from '../data/connection.ts';
import { RightsContext, RoleIdsContext, UserIdContext, UserNameContext } from '../data/permission.tsx';
import { registerShellServices, type ShellServices, shellServices } from '../data/shell-services.ts';
import { hasAnyUnsavedChanges } from '../data/unsaved-changes.ts';
import { type ConfirmAction, type ConfirmOptions, setConfirmHandler } from '../ui/confirm.ts';
import { DialogLoadError, LazyBoundary } from '../ui/lazy-component.tsx';
import { installTooltips } from '../ui/tooltip.ts';
import { adoptSession, isSigningOut } from './page-session.ts';
import { readRoutes } from './routes.ts';
import {
  isOtherUser,
  loadSession,
  mergeSession,
  onSessionReload,
  readCachedSession,
  reloadOnRightsChange,
  reloadSession,
  requestedUserInfo,
  SessionContext,
  signOut,
  signOutOnFailure,
} from './session.ts';
import { watchSession } from './session-watch.ts';
import { Shell } from './shell.tsx';
import { loadAntdProvider, withAntdProvider } from './with-antd-provider.tsx';

const importNotices = () => Promise.all([import('../ui/notices.tsx'), loadAntdProvider()]).then(([loaded]) => loaded);
let noticesScript: ReturnType<typeof importNotices> | undefined;

/** One promise for all callers, so that notices keep their order: of two imports, the second may resolve first. */
function loadNotices() {
  noticesScript ??= importNotices().catch((error: unknown) => {
    noticesScript = undefined;
    throw error;
  });
  return noticesScript;
}

const PasswordModal = withAntdProvider(() => import('../ui/password-modal.tsx'));
const SignInModal = withAntdProvider(async () => ({ default: (await import('../ui/password-modal.tsx')).SignInModal }));
const ConfirmModal = withAntdProvider(() => import('../ui/confirm-modal.tsx'));

/** If even the notices' script fails to load, the banner already reports that the server is unreachable. */
const ignoreFailure = () => undefined;

const notices: Pick<ShellServices, 'notify' | 'showLoading' | 'notifySessionExpired'> = {
  notify: (...args) => void loadNotices().then(({ notices }) => notices.notify(...args), ignoreFailure),
  showLoading: (text) => {
    const notice = loadNotices().then(({ notices }) => notices.showLoading(text));
    return { close: (outcome) => void notice.then(({ close }) => close(outcome), ignoreFailure) };
  },
  notifySessionExpired: (reason) =>
    void requestedUserInfo()
      .then(loadNotices)
      .then(({ notices }) => isSigningOut() || notices.notifySessionExpired(reason), ignoreFailure),
};

interface PendingConfirm {
  /** Sequence number, used as key. */
  id: number;
  options: ConfirmOptions;
  action: ConfirmAction | undefined;
  answer: (isConfirmed: boolean) => void;
  /** Receives the focus afterwards. */
  opener: HTMLElement | undefined;
}

/** Implements notices, password prompt and confirmations. Their components load on demand. Confirmations are queued. */
function ShellServicesHost() {
  const [[pending], setPending] = useState<PendingConfirm[]>([]);
  const [resolvePassword, setResolvePassword] = useState<(isConfirmed: boolean) => void>();
  /** The field that last had the focus, while the sign-in dialog is open. */
  const [signIn, setSignIn] = useState<{ field: HTMLElement | undefined }>();
  const userName = useContext(UserNameContext);
  const client = useQueryClient();
  useEffect(installTooltips, []);

  useEffect(() => {
    const unregister = registerShellServices({
      ...notices,
      isOtherUser,
      refreshTasks: () => void client.invalidateQueries({ queryKey: ['/account/task'] }),
      confirmPassword: () => new Promise((resolve) => setResolvePassword(() => resolve)),
    });
    let id = 0;
    let opener: HTMLElement | undefined;
    let field: HTMLElement | undefined;
    // a menu is gone with its focus once an entry is chosen
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest('.ant-dropdown, [data-popup]')) return;
      opener = target;
      if (target.matches('input, textarea, [contenteditable=true]') && !target.closest('#sign-in-again')) field = target;
    };
    addEventListener('focusin', onFocusIn);
    const removeConfirmHandler = setConfirmHandler((options, action, answer) => {
      id++;
      const next = { id, options, action, answer, opener };
      setPending((queue) => [...queue, next]);
    });
    // the sign-in page would discard the input of open forms
    const onSessionExpired = () => {
      if (!hasAnyUnsavedChanges()) return void signOut('/index');
      setSignIn({ field });
    };
    addEventListener('suyuan:session-over', onSessionExpired);
    // preload: an error notice about a lost connection must not need the network
    const preloadTimer = setTimeout(() => void Promise.all([loadNotices(), import('../ui/confirm-modal.tsx')]).catch(ignoreFailure), 2500);
    return () => {
      unregister();
      removeConfirmHandler();
      removeEventListener('focusin', onFocusIn);
      removeEventListener('suyuan:session-over', onSessionExpired);
      clearTimeout(preloadTimer);
    };
  }, [client]);

  const answerConfirm = (isConfirmed: boolean) => {
    setPending((queue) => queue.slice(1));
    pending?.opener?.focus({ preventScroll: true });
    pending?.answer(isConfirmed);
  };
  const answerPassword = (isConfirmed: boolean) => {
    setResolvePassword(undefined);
    resolvePassword?.(isConfirmed);
  };
  const answerSignIn = (isSignedIn: boolean) => {
    setSignIn(undefined);
    if (!isSignedIn) return notices.notifySessionExpired(undefined);
    // after a drawer or dialog behind it has taken the focus
    setTimeout(() => signIn?.field?.focus({ preventScroll: true }));
    adoptSession();
    void loadNotices().then(({ closeSessionNotice }) => closeSessionNotice(), ignoreFailure);
    reloadSession();
    void client.invalidateQueries();
  };
  return (
    <>
      {pending && (
        <LazyBoundary key={pending.id} renderError={() => <DialogLoadError onClose={() => answerConfirm(false)} />}>
          <ConfirmModal options={pending.options} action={pending.action} onAnswer={answerConfirm} />
        </LazyBoundary>
      )}
      {resolvePassword && (
        <LazyBoundary renderError={() => <DialogLoadError onClose={() => answerPassword(false)} />}>
          <PasswordModal onAnswer={answerPassword} />
        </LazyBoundary>
      )}
      {signIn && (
        <LazyBoundary renderError={() => <DialogLoadError onClose={() => answerSignIn(false)} />}>
          <SignInModal userName={userName} onAnswer={answerSignIn} />
        </LazyBoundary>
      )}
    </>
  );
}

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
  useEffect(watchAttendance, []);
  const hasSessionWatch = session?.info.extensions?.includes('sessionWatch');
  useEffect(() => {
    if (!hasSessionWatch) return;
    let stopWatch = watchSession();
    // a watch that has reported the end of the session is over
    const unsubscribe = onSessionReload(() => {
      stopWatch();
      stopWatch = watchSession();
    });
    return () => {
      unsubscribe();
      stopWatch();
    };
  }, [hasSessionWatch]);
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
          if (isRendered && apiError && hasAnyUnsavedChanges())
            return void loadNotices().then(({ notices }) => notices.notifySessionExpired(), ignoreFailure);
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
  // the fields of a user differ between RuoYi servers
  const roleIds = useMemo(() => info?.user.roles?.map(({ roleId }) => roleId) ?? [], [info]);
  if (!session || !routes || !rights) return <div id="boot" role="status" />;
  return (
    <SessionContext value={session}>
      <RightsContext value={rights}>
        <UserIdContext value={session.info.user.userId}>
          <UserNameContext value={session.info.user.userName}>
            <RoleIdsContext value={roleIds}>
              <Shell routes={routes} />
              <ShellServicesHost />
            </RoleIdsContext>
          </UserNameContext>
        </UserIdContext>
      </RightsContext>
    </SessionContext>
  );
}
