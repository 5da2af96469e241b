import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Consent, hostQuestions, type Question } from '../kit/confirm.ts';
import { type Hosts, host } from '../kit/hosts.ts';
import { sayTips } from '../kit/tip.ts';
import { isLeaving } from './own-session.ts';
import { signOut, userInfoAsked } from './session.ts';

const loadNotices = () => import('../kit/notices.tsx');
const PasswordModal = lazy(() => import('../kit/password-modal.tsx'));
const ConfirmModal = lazy(() => import('../kit/confirm-modal.tsx'));

/** Where even the script of the notices does not come, the line at the head of the page says that the server is away. */
const unsaid = () => undefined;

const notices: Pick<Hosts, 'tell' | 'loading' | 'sessionOver'> = {
  tell: (...said) => void loadNotices().then(({ notices }) => notices.tell(...said), unsaid),
  loading: (text) => {
    const shown = loadNotices().then(({ notices }) => notices.loading(text));
    return { done: (outcome) => void shown.then(({ done }) => done(outcome), unsaid) };
  },
  sessionOver: () =>
    void userInfoAsked()
      .then(loadNotices)
      .then(({ notices }) => isLeaving() || notices.sessionOver(), unsaid),
};

interface Asked {
  question: Question;
  answer: (consent: Consent | undefined) => void;
}

/** What the transport and the pages may ask of the user: notices, a password, a yes. Its parts load once they are needed. */
export function HostsOfTheShell() {
  const [asked, setAsked] = useState<Asked>();
  const [password, setPassword] = useState<(given: boolean) => void>();
  const client = useQueryClient();
  useEffect(sayTips, []);

  useEffect(() => {
    const takeAway = host({
      ...notices,
      taskFiled: () => void client.invalidateQueries({ queryKey: ['/account/task'] }),
      password: () => new Promise((resolve) => setPassword(() => resolve)),
    });
    const quiet = hostQuestions((question, answer) => setAsked({ question, answer }));
    const over = () => void signOut('/index');
    addEventListener('suyuan:session-over', over);
    // an error notice must not need the network that just broke
    const early = setTimeout(() => void Promise.all([loadNotices(), import('../kit/confirm-modal.tsx')]).catch(unsaid), 2500);
    return () => {
      takeAway();
      quiet();
      removeEventListener('suyuan:session-over', over);
      clearTimeout(early);
    };
  }, [client]);

  return (
    <Suspense>
      {asked && (
        <ConfirmModal
          question={asked.question}
          onAnswer={(consent) => {
            setAsked(undefined);
            asked.answer(consent);
          }}
        />
      )}
      {password && (
        <PasswordModal
          onAnswer={(given) => {
            setPassword(undefined);
            password(given);
          }}
        />
      )}
    </Suspense>
  );
}
