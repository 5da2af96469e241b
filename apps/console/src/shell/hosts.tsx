import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { registerShellServices, type ShellServices } from '../data/hosts.ts';
import { type Confirmation, type ConfirmOptions, setConfirmHandler } from '../ui/confirm.ts';
import { DialogLoadError, LazyBoundary } from '../ui/part-boundary.tsx';
import { installTooltips } from '../ui/tip.ts';
import { isSigningOut } from './own-session.ts';
import { requestedUserInfo, signOut } from './session.ts';
import { loadAntdProvider, withAntdProvider } from './with-antd-provider.tsx';

const loadNotices = () => Promise.all([import('../ui/notices.tsx'), loadAntdProvider()]).then(([loaded]) => loaded);
const PasswordModal = withAntdProvider(() => import('../ui/password-modal.tsx'));
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
  answer: (confirmation: Confirmation | undefined) => void;
}

/** Implements notices, password prompt and confirmations. Their components load on demand. Confirmations are queued. */
export function ShellServicesHost() {
  const [[pending], setPending] = useState<PendingConfirm[]>([]);
  const [resolvePassword, setResolvePassword] = useState<(isConfirmed: boolean) => void>();
  const client = useQueryClient();
  useEffect(installTooltips, []);

  useEffect(() => {
    const unregister = registerShellServices({
      ...notices,
      refreshTasks: () => void client.invalidateQueries({ queryKey: ['/account/task'] }),
      confirmPassword: () => new Promise((resolve) => setResolvePassword(() => resolve)),
    });
    let id = 0;
    const removeConfirmHandler = setConfirmHandler((options, answer) => {
      id++;
      const next = { id, options, answer };
      setPending((queue) => [...queue, next]);
    });
    const onSessionExpired = () => void signOut('/index');
    addEventListener('suyuan:session-over', onSessionExpired);
    // preload: an error notice about a lost connection must not need the network
    const preloadTimer = setTimeout(() => void Promise.all([loadNotices(), import('../ui/confirm-modal.tsx')]).catch(ignoreFailure), 2500);
    return () => {
      unregister();
      removeConfirmHandler();
      removeEventListener('suyuan:session-over', onSessionExpired);
      clearTimeout(preloadTimer);
    };
  }, [client]);

  const answerConfirm = (confirmation: Confirmation | undefined) => {
    setPending((queue) => queue.slice(1));
    pending?.answer(confirmation);
  };
  const answerPassword = (isConfirmed: boolean) => {
    setResolvePassword(undefined);
    resolvePassword?.(isConfirmed);
  };
  return (
    <>
      {pending && (
        <LazyBoundary key={pending.id} renderError={() => <DialogLoadError onClose={() => answerConfirm(undefined)} />}>
          <ConfirmModal options={pending.options} onAnswer={answerConfirm} />
        </LazyBoundary>
      )}
      {resolvePassword && (
        <LazyBoundary renderError={() => <DialogLoadError onClose={() => answerPassword(false)} />}>
          <PasswordModal onAnswer={answerPassword} />
        </LazyBoundary>
      )}
    </>
  );
}
