import { attendanceHeader } from '../data/attendance.ts';
import { isApiResponse, isUpstreamUnavailable } from '../data/connection.ts';
import { requestLanguage } from '../data/i18n.ts';
import { fetchEnvelope } from '../data/request.ts';
import { shellServices } from '../data/shell-services.ts';
import { apiUrl } from '../data/site-config.ts';
import { readToken } from '../data/token.ts';
import { clearTicket } from '../sign-in/remembered.ts';
import { isSessionReplaced, isSigningOut } from './page-session.ts';

const WATCH = '/account/session/watch';

/** Milliseconds before the first request, so that home loads first. */
const FIRST_DELAY_MS = 5_000;
/** Maximum seconds that the server holds a request. */
const MAX_WAIT_SECONDS = 25;
/** Retry delay in milliseconds, initial and maximum; it doubles with each failure. */
const [RETRY_DELAY_MS, MAX_RETRY_DELAY_MS] = [10_000, 300_000];

/**
 * Detects the end of the session by long polling, so that a revoked session closes an idle page. Polls only while the page is visible.
 * Stops after HTTP 404 or a non-JSON response. If another tab has signed in since, the page reloads in that session. Returns a function
 * that ends the watch.
 */
export function watchSession(): () => void {
  let isStopped = false;
  let pendingRequest: AbortController | undefined;
  let retryDelay = RETRY_DELAY_MS;
  let timer = setTimeout(poll, FIRST_DELAY_MS);

  async function poll() {
    clearTimeout(timer);
    if (isStopped || pendingRequest || document.hidden || isSigningOut()) return;
    if (isSessionReplaced()) {
      isStopped = true; // with unsaved changes the user may cancel the reload
      return location.reload();
    }
    pendingRequest = new AbortController();
    const { code, problem, msg, params } = await requestWatch(pendingRequest.signal);
    pendingRequest = undefined;
    if (isSigningOut()) return; // this page's own sign-out ended the request
    if (code === 200 || isSessionReplaced()) {
      retryDelay = RETRY_DELAY_MS;
      return void poll();
    }
    // repeat it through the regular client, which handles and reports the 401
    if (code === 401) {
      // the sign-in page must not offer what the server would refuse
      if (problem === 'accountClosed' || params?.deviceRemoved) clearTicket();
      await fetchEnvelope('GET', WATCH).catch(() => undefined);
      if (problem === 'accountClosed') shellServices.notifySessionExpired(msg);
      return;
    }
    if (code === 404) {
      isStopped = true;
      return;
    }
    timer = setTimeout(poll, retryDelay);
    retryDelay = Math.min(2 * retryDelay, MAX_RETRY_DELAY_MS);
  }

  const onVisibilityChange = () => (document.hidden ? pendingRequest?.abort() : void poll());
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    pendingRequest?.abort();
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

interface WatchResponse {
  /** RuoYi's code; undefined without a response, which the connection watch handles. */
  code?: number;
  problem?: string;
  msg?: string;
  params?: { deviceRemoved?: boolean };
}

async function requestWatch(signal: AbortSignal): Promise<WatchResponse> {
  try {
    const headers = { Authorization: `Bearer ${readToken()}`, 'Accept-Language': requestLanguage(), ...attendanceHeader() };
    const response = await fetch(apiUrl(`${WATCH}?seconds=${MAX_WAIT_SECONDS}`), { headers, signal });
    if (!isApiResponse(response) && !isUpstreamUnavailable(response.status)) return { code: 404 }; // a static host or a proxy responds instead of the server
    if (response.ok) return (await response.json()) ?? {};
    return response.status === 401 ? {} : { code: response.status }; // a 401 from a proxy says nothing about the session
  } catch {
    return {};
  }
}
