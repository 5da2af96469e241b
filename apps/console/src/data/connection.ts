import { create } from 'zustand';
import { apiUrl } from './site-config.ts';

/** Whether the server can be reached, as far as the last question showed: `offline` where the browser itself has no network. */
export type Connection = 'up' | 'down' | 'offline';

/** Whether the server answers, for whoever shows it. */
export const useConnection = create<{ state: Connection }>(() => ({ state: 'up' }));

/** Milliseconds between looks while the server is away: soon at first, then with patience. */
const PACE = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Looks without an answer after which nobody is looked for until somebody uses the page: about an hour. */
const MOST_LOOKS = 60;

/** Milliseconds without a break after which the next one counts as the first. */
const CALM = 60_000;

let looks = 0;
let brokeAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A request found nobody: from here on the server is looked for until it answers. */
export function noteBroken() {
  // a server that answers here and breaks there is not asked for everything again each second
  if (useConnection.getState().state === 'up' && Date.now() - brokeAt > CALM) looks = 0;
  setDown();
}

/** Times that a server was away again soon after it was back, after which one address is taken for the cause. */
const MOST_RELAPSES = 5;

let relapses = 0;
let awayAt = 0;

/** A proxy answered that the server behind it is away. Where that is so of one address only, the others go on. */
export function noteAway() {
  const calm = Date.now() - awayAt > CALM;
  awayAt = Date.now();
  if (useConnection.getState().state === 'up') relapses = calm ? 0 : relapses + 1;
  if (relapses > MOST_RELAPSES) verifyServer();
  else noteBroken();
}

function setDown() {
  brokeAt = Date.now();
  useConnection.setState({ state: navigator.onLine ? 'down' : 'offline' });
  lookLater();
}

function lookLater() {
  if (timer !== undefined || looks >= MOST_LOOKS) return;
  timer = setTimeout(
    () => {
      timer = undefined;
      if (!isHidden()) void look();
    },
    PACE[Math.min(looks++, PACE.length - 1)],
  );
}

const isHidden = () => globalThis.document?.hidden ?? false;

let verifying = false;

/** Something that is no API answered. Whether the whole server is away, or one address only, is found out by one request. */
export function verifyServer() {
  if (verifying || useConnection.getState().state !== 'up') return;
  verifying = true;
  void look().finally(() => {
    verifying = false;
  });
}

/** The server answered. Whoever showed something without it asks again. */
export function noteAnswered() {
  if (useConnection.getState().state === 'up') return;
  clearTimeout(timer);
  timer = undefined;
  useConnection.setState({ state: 'up' });
  for (const listener of listeners) listener();
}

/** Whether an answer came from somebody between us and a server that is not there. */
export const isAway = (status: number) => status === 502 || status === 503 || status === 504;

/** Whether the API itself answered, with JSON or a file: a static host or a proxy in its place sends HTML or an error page. */
export function isApiAnswer({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  return !isAway(status) && (type.includes('json') || (ok && !type.includes('html')));
}

/** Looks for the server now; what it shows is known everywhere. */
export async function look(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const answer = await fetch(apiUrl('/getInfo'), { cache: 'no-store' }).catch(() => undefined);
  if (answer && isApiAnswer(answer)) noteAnswered();
  else setDown();
}

/** Calls `listener` each time the server is back, until the answer is called. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens to what the browser knows of its network and its user, until the answer is called. */
export function watchNetwork(): () => void {
  const changed = () => void look();
  const returned = () => void (useConnection.getState().state !== 'up' && !isHidden() && look());
  addEventListener('online', changed);
  addEventListener('offline', changed);
  addEventListener('focus', returned);
  document.addEventListener('visibilitychange', returned);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
    removeEventListener('focus', returned);
    document.removeEventListener('visibilitychange', returned);
  };
}
