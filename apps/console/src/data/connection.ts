import { create } from 'zustand';
import { apiUrl } from './site-config.ts';

/** `offline`: the browser has no network. */
export type Connection = 'up' | 'down' | 'offline';

export const useConnection = create<{ state: Connection }>(() => ({ state: 'up' }));

/** Milliseconds between connection checks, with backoff. */
const PACE = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Failed checks after which polling stops until the user returns to the page: about an hour. */
const MOST_LOOKS = 60;

/** Milliseconds without a failure after which the backoff restarts. */
const CALM = 60_000;

let looks = 0;
let brokeAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A request got no response: polls the server until it responds. */
export function noteBroken() {
  // keeps the backoff if the health check succeeds but other requests keep failing
  if (useConnection.getState().state === 'up' && Date.now() - brokeAt > CALM) looks = 0;
  setDown();
}

/** Relapses in short succession after which a single failing address is assumed. */
const MOST_RELAPSES = 5;

let relapses = 0;
let awayAt = 0;

/** An upstream is unavailable. If only one address fails, other requests continue. */
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

/** One request checks whether the whole server is unavailable or only one address. */
export function verifyServer() {
  if (verifying || useConnection.getState().state !== 'up') return;
  verifying = true;
  void look().finally(() => {
    verifying = false;
  });
}

/** The server responded: notifies the reconnect listeners. */
export function noteAnswered() {
  if (useConnection.getState().state === 'up') return;
  clearTimeout(timer);
  timer = undefined;
  useConnection.setState({ state: 'up' });
  for (const listener of listeners) listener();
}

export const isAway = (status: number) => status === 502 || status === 503 || status === 504;

/** Whether the API itself responded. Static hosts and proxies send HTML or an error page. */
export function isApiAnswer({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  return !isAway(status) && (type.includes('json') || (ok && !type.includes('html')));
}

export async function look(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const answer = await fetch(apiUrl('/getInfo'), { cache: 'no-store' }).catch(() => undefined);
  if (answer && isApiAnswer(answer)) noteAnswered();
  else setDown();
}

/** Returns an unsubscribe function. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Checks the server on network, focus and visibility events. */
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
