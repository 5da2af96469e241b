import { isApiAnswer, isAway } from '../data/connection.ts';
import { hosts } from '../data/hosts.ts';
import { envelope } from '../data/request.ts';
import { apiUrl } from '../data/site-config.ts';
import { readToken } from '../data/token.ts';
import { currentLanguage } from '../data/words.ts';
import { isLeaving, isOvertaken } from './own-session.ts';

const WATCH = '/account/session/watch';

/** Milliseconds before the first request, so that home loads first. */
const FIRST = 5_000;
/** Maximum seconds that the server holds a request. */
const WAIT = 25;
/** Retry delay in milliseconds, initial and maximum; it doubles with each failure. */
const [AGAIN, MOST] = [10_000, 300_000];

/**
 * Detects the end of the session by long polling, so that a revoked session closes an idle page. Polls only while the page is visible.
 * Stops after HTTP 404 or a non-JSON response. If another tab has signed in since, the page reloads in that session. Returns a function
 * that ends the watch.
 */
export function watchSession(): () => void {
  let ended = false;
  let asking: AbortController | undefined;
  let pause = AGAIN;
  let timer = setTimeout(ask, FIRST);

  async function ask() {
    clearTimeout(timer);
    if (ended || asking || document.hidden || isLeaving()) return;
    if (isOvertaken()) {
      ended = true; // with unsaved changes the user may cancel the reload
      return location.reload();
    }
    asking = new AbortController();
    const { code, problem, msg } = await answerTo(asking.signal);
    asking = undefined;
    if (isLeaving()) return; // this page's own sign-out ended the request
    if (code === 200 || isOvertaken()) {
      pause = AGAIN;
      return void ask();
    }
    // repeat it through the regular client, which handles and reports the 401
    if (code === 401) {
      await envelope('GET', WATCH).catch(() => undefined);
      if (problem === 'accountClosed') hosts.sessionOver(msg);
      return;
    }
    if (code === 404) {
      ended = true;
      return;
    }
    timer = setTimeout(ask, pause);
    pause = Math.min(2 * pause, MOST);
  }

  const seen = () => (document.hidden ? asking?.abort() : void ask());
  document.addEventListener('visibilitychange', seen);
  return () => {
    ended = true;
    clearTimeout(timer);
    asking?.abort();
    document.removeEventListener('visibilitychange', seen);
  };
}

interface Answer {
  /** RuoYi's code; undefined without a response, which the connection watch handles. */
  code?: number;
  problem?: string;
  msg?: string;
}

async function answerTo(signal: AbortSignal): Promise<Answer> {
  try {
    const headers = { Authorization: `Bearer ${readToken()}`, 'Accept-Language': currentLanguage() };
    const response = await fetch(apiUrl(`${WATCH}?seconds=${WAIT}`), { headers, signal });
    if (!isApiAnswer(response) && !isAway(response.status)) return { code: 404 }; // a static host or a proxy responds instead of the server
    if (response.ok) return (await response.json()) ?? {};
    return response.status === 401 ? {} : { code: response.status }; // a 401 from a proxy says nothing about the session
  } catch {
    return {};
  }
}
