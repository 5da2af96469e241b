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
    /** `ownErrors`: the caller displays errors itself. */
    mutationMeta: { ownErrors?: boolean };
    queryMeta: { ownErrors?: boolean };
  }
}

/** RuoYi's code for a warning. */
const WARNING = 601;

/** A lost session has its own notice. */
function reportRefusal(error: unknown) {
  const refusal = refusalOf(error);
  if (refusal && !isSessionOver(refusal)) hosts.tell(refusal.code === WARNING ? 'warning' : 'error', refusal.msg, refusal.detail);
}

/** Displays a notice for a failed query, unless the page already displays the same error. */
function reportMissing(error: unknown) {
  const refusal = refusalOf(error);
  if (refusal) setTimeout(() => isReasonShown(refusal.msg) || reportRefusal(refusal), IN_PLACE);
}

/** A mutation may have started a task, so the tray refreshes. */
const lookForTasks = () => client.invalidateQueries({ queryKey: ['/account/task'] });

/** Cache time of unused queries in milliseconds: long enough for hidden tabs, which return with their data and dialogs. */
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

/** Pauses polling while the server is unreachable, as in a hidden tab. Returns a function that stops it. */
const pauseIntervals = () => useConnection.subscribe(({ state }) => focusManager.setFocused(state === 'up' ? undefined : false));

/** Language, theme and query client. antd has its own provider (`antd-provider.tsx`). */
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
