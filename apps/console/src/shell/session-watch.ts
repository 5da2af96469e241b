import { isApiAnswer, isAway } from '../data/connection.ts';
import { hosts } from '../data/hosts.ts';
import { envelope } from '../data/request.ts';
import { apiUrl } from '../data/site-config.ts';
import { readToken } from '../data/token.ts';
import { currentLanguage } from '../data/words.ts';
import { isLeaving, isOvertaken } from './own-session.ts';

const WATCH = '/account/session/watch';

/** Milliseconds until the first question: home comes before it. */
const FIRST = 5_000;
/** Seconds that the server may wait with its answer. */
const WAIT = 25;
/** Milliseconds before a server that could not answer is asked again, at first and at most: each failure doubles the pause. */
const [AGAIN, MOST] = [10_000, 300_000];

/**
 * Learns that the session is over when it is, by a question that the server answers no sooner: a page that somebody was signed out of
 * does not stand open until it is next used. Polls only while the page is visible, and stops after
 * HTTP 404 or an answer that is no JSON. Where another tab has signed in since, the page reloads in that session. Returns a function that ends the watch.
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
      ended = true; // unsaved changes may have the user stay
      return location.reload();
    }
    asking = new AbortController();
    const { code, problem, msg } = await answerTo(asking.signal);
    asking = undefined;
    if (isLeaving()) return; // its own way out ended it
    if (code === 200 || isOvertaken()) {
      pause = AGAIN;
      return void ask();
    }
    // asked in the ordinary way, it is told in the ordinary way
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
  /** The family's code; undefined where nobody answered, whom others look for. */
  code?: number;
  problem?: string;
  msg?: string;
}

async function answerTo(signal: AbortSignal): Promise<Answer> {
  try {
    const headers = { Authorization: `Bearer ${readToken()}`, 'Accept-Language': currentLanguage() };
    const response = await fetch(apiUrl(`${WATCH}?seconds=${WAIT}`), { headers, signal });
    if (!isApiAnswer(response) && !isAway(response.status)) return { code: 404 }; // a static host or a proxy answers in place of the server
    if (response.ok) return (await response.json()) ?? {};
    return response.status === 401 ? {} : { code: response.status }; // 401 from a proxy says nothing of the session
  } catch {
    return {};
  }
}
