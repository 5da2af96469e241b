import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Hosts, host } from '../data/hosts.ts';
import { type Consent, hostQuestions, type Question } from '../ui/confirm.ts';
import { PartBoundary, WindowLost } from '../ui/part-boundary.tsx';
import { labelTips } from '../ui/tip.ts';
import { isLeaving } from './own-session.ts';
import { requestedUserInfo, signOut } from './session.ts';
import { loadAntdProvider, withAntdProvider } from './with-antd-provider.tsx';

const loadNotices = () => Promise.all([import('../ui/notices.tsx'), loadAntdProvider()]).then(([loaded]) => loaded);
const PasswordModal = withAntdProvider(() => import('../ui/password-modal.tsx'));
const ConfirmModal = withAntdProvider(() => import('../ui/confirm-modal.tsx'));

/** If even the notices' script fails to load, the banner already reports that the server is unreachable. */
const unsaid = () => undefined;

const notices: Pick<Hosts, 'tell' | 'loading' | 'sessionOver'> = {
  tell: (...said) => void loadNotices().then(({ notices }) => notices.tell(...said), unsaid),
  loading: (text) => {
    const shown = loadNotices().then(({ notices }) => notices.loading(text));
    return { done: (outcome) => void shown.then(({ done }) => done(outcome), unsaid) };
  },
  sessionOver: (why) =>
    void requestedUserInfo()
      .then(loadNotices)
      .then(({ notices }) => isLeaving() || notices.sessionOver(why), unsaid),
};

interface Asked {
  /** Sequence number, used as key. */
  turn: number;
  question: Question;
  answer: (consent: Consent | undefined) => void;
}

/** Implements notices, password prompt and confirmations. Their components load on demand. Confirmations are queued. */
export function HostsOfTheShell() {
  const [[asked], setAsked] = useState<Asked[]>([]);
  const [password, setPassword] = useState<(given: boolean) => void>();
  const client = useQueryClient();
  useEffect(labelTips, []);

  useEffect(() => {
    const takeAway = host({
      ...notices,
      taskFiled: () => void client.invalidateQueries({ queryKey: ['/account/task'] }),
      password: () => new Promise((resolve) => setPassword(() => resolve)),
    });
    let turn = 0;
    const quiet = hostQuestions((question, answer) => {
      turn++;
      const next = { turn, question, answer };
      setAsked((waiting) => [...waiting, next]);
    });
    const over = () => void signOut('/index');
    addEventListener('suyuan:session-over', over);
    // preload: an error notice about a lost connection must not need the network
    const early = setTimeout(() => void Promise.all([loadNotices(), import('../ui/confirm-modal.tsx')]).catch(unsaid), 2500);
    return () => {
      takeAway();
      quiet();
      removeEventListener('suyuan:session-over', over);
      clearTimeout(early);
    };
  }, [client]);

  const consent = (given: Consent | undefined) => {
    setAsked((waiting) => waiting.slice(1));
    asked?.answer(given);
  };
  const give = (given: boolean) => {
    setPassword(undefined);
    password?.(given);
  };
  return (
    <>
      {asked && (
        <PartBoundary key={asked.turn} instead={() => <WindowLost onClose={() => consent(undefined)} />}>
          <ConfirmModal question={asked.question} onAnswer={consent} />
        </PartBoundary>
      )}
      {password && (
        <PartBoundary instead={() => <WindowLost onClose={() => give(false)} />}>
          <PasswordModal onAnswer={give} />
        </PartBoundary>
      )}
    </>
  );
}
