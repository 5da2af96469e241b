import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './base.css';
import '../ui/tailwind.css';
import '../ui/antd.css';
import { focusManager, MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { asApiError, isPasswordDeclined, isSessionExpired } from '../data/api-error.ts';
import { onReconnect, useConnection, watchNetwork } from '../data/connection.ts';
import { setLanguage } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { applyAppearance, SYSTEM_DARK } from '../ui/appearance.ts';
import { useMediaQuery } from '../ui/breakpoint.ts';
import { tolerateMovedClicks } from '../ui/click-tolerance.ts';
import { useTabTitles } from '../ui/page-header.tsx';
import { syncSettingsAcrossTabs, useSettings } from '../ui/settings.ts';
import { INLINE_ERROR_DELAY_MS, isErrorVisible } from '../ui/states.tsx';
import { Console } from './console.tsx';
import { OPEN_WORK_PATH } from './home/home-queries.ts';
import { PageFrame } from './page-frame.tsx';

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
function notifyApiError(error: unknown) {
  const apiError = asApiError(error);
  if (apiError && !isSessionExpired(apiError) && !isPasswordDeclined(apiError))
    shellServices.notify(apiError.code === WARNING ? 'warning' : 'error', apiError.msg, apiError.detail);
}

/** Displays a notice for a failed query, unless the page already displays the same error. */
function notifyQueryError(error: unknown) {
  const apiError = asApiError(error);
  if (apiError) setTimeout(() => isErrorVisible(apiError.msg) || notifyApiError(apiError), INLINE_ERROR_DELAY_MS);
}

/** A mutation may have started a task, or changed what waits for the user. */
const refetchTasksAndWork = () => {
  void client.invalidateQueries({ queryKey: [OPEN_WORK_PATH] });
  return client.invalidateQueries({ queryKey: ['/account/task'] });
};

/** Cache time of unused queries in milliseconds: long enough for hidden tabs, which return with their data and dialogs. */
const CACHE_TIME_MS = 3_600_000;

const client: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5000, gcTime: CACHE_TIME_MS, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: (error, { meta }) => meta?.ownErrors || notifyQueryError(error) }),
  mutationCache: new MutationCache({
    onSuccess: refetchTasksAndWork,
    onError: (error, _variables, _result, { meta }) => meta?.ownErrors || notifyApiError(error),
  }),
});

/** Pauses polling while the server is unreachable, as in a hidden tab. Returns a function that stops it. */
const pauseIntervals = () => useConnection.subscribe(({ state }) => focusManager.setFocused(state === 'up' ? undefined : false));

/** Language, theme and query client. antd has its own provider (`antd-provider.tsx`). */
function Providers({ children }: { children: ReactNode }) {
  const { language } = useSettings();
  const systemDark = useMediaQuery(SYSTEM_DARK);
  const queried = useRef(language);
  useEffect(() => {
    if (queried.current !== language) useTabTitles.setState({}, true);
    void setLanguage(language).then(() => {
      if (queried.current === language) return;
      queried.current = language;
      // the server names regions and refusals in the language of the request
      void client.invalidateQueries();
    });
  }, [language]);
  useEffect(syncSettingsAcrossTabs, []);
  useEffect(watchNetwork, []);
  useEffect(pauseIntervals, []);
  useEffect(tolerateMovedClicks, []);
  useEffect(() => onReconnect(() => void client.invalidateQueries()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the system changed between day and night
  useEffect(() => applyAppearance(useSettings.getState()), [systemDark]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const MAX_TEXT_WAIT_MS = 1_000;

export async function mount() {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  // the first page appears in the user's language, unless its texts are late
  const texts = setLanguage(useSettings.getState().language).catch(() => undefined);
  await Promise.race([texts, new Promise((resolve) => setTimeout(resolve, MAX_TEXT_WAIT_MS))]);
  createRoot(root).render(
    <BrowserRouter>
      <Providers>
        <PageFrame>
          <Console />
        </PageFrame>
      </Providers>
    </BrowserRouter>,
  );
}
