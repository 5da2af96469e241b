import { focusManager, MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onReconnect, useConnection, watchNetwork } from '../data/connection.ts';
import { hosts } from '../data/hosts.ts';
import { isSessionOver, refusalOf } from '../data/refusal.ts';
import { speak } from '../data/words.ts';
import { tolerateMovedClicks } from '../ui/click-tolerance.ts';
import { paint, SYSTEM_DARK } from '../ui/look.ts';
import { followOthers, useSettings } from '../ui/settings.ts';
import { IN_PLACE, isReasonShown } from '../ui/shown-reasons.ts';
import { useMedia } from '../ui/viewport.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownErrors`: whoever asks shows the refusal itself. */
    mutationMeta: { ownErrors?: boolean };
    queryMeta: { ownErrors?: boolean };
  }
}

/** The family's code for what is only worth a warning. */
const WARNING = 601;

/** One notice for a refusal; a lost session has its own. */
function reportRefusal(error: unknown) {
  const refusal = refusalOf(error);
  if (refusal && !isSessionOver(refusal)) hosts.tell(refusal.code === WARNING ? 'warning' : 'error', refusal.msg, refusal.detail);
}

/** What was asked and not answered: a notice only where no part of the page says the same in its place. */
function reportMissing(error: unknown) {
  const refusal = refusalOf(error);
  if (refusal) setTimeout(() => isReasonShown(refusal.msg) || reportRefusal(refusal), IN_PLACE);
}

/** A change may have begun long work: the tray looks at once. */
const lookForTasks = () => client.invalidateQueries({ queryKey: ['/account/task'] });

/** How long what a page was told outlives it, in ms: a page behind another tab comes back with it, and with the dialogs that stand on it. */
const KEPT = 3_600_000;

const client: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5000, gcTime: KEPT, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: (error, { meta }) => meta?.ownErrors || reportMissing(error) }),
  mutationCache: new MutationCache({
    onSuccess: lookForTasks,
    onError: (error, _variables, _result, { meta }) => meta?.ownErrors || reportRefusal(error),
  }),
});

/** Queries that repeat by themselves rest while the server is away, as they do behind another tab. Ends when the answer is called. */
const pauseIntervals = () => useConnection.subscribe(({ state }) => focusManager.setFocused(state === 'up' ? undefined : false));

/** Language, look and server state for everything below; antd's controls have theirs around them (`dress.tsx`). */
export function Providers({ children }: { children: ReactNode }) {
  const { language } = useSettings();
  const systemDark = useMedia(SYSTEM_DARK);
  useEffect(() => {
    void speak(language);
  }, [language]);
  useEffect(followOthers, []);
  useEffect(watchNetwork, []);
  useEffect(pauseIntervals, []);
  useEffect(tolerateMovedClicks, []);
  useEffect(() => onReconnect(() => void client.invalidateQueries()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the system changed between day and night
  useEffect(() => paint(useSettings.getState()), [systemDark]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
