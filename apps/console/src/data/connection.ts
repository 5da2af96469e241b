import { create } from 'zustand';
import { apiUrl } from './site-config.ts';

/** `offline`: the browser has no network. */
export type Connection = 'up' | 'down' | 'offline';

export const useConnection = create<{ state: Connection }>(() => ({ state: 'up' }));

/** Milliseconds between connection checks, with backoff. */
const CHECK_INTERVALS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Failed checks after which polling stops until the user returns to the page: about an hour. */
const MAX_CHECKS = 60;

/** Milliseconds without a failure after which the backoff restarts. */
const BACKOFF_RESET_MS = 60_000;

let checkCount = 0;
let lastFailureAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A request got no response: polls the server until it responds. */
export function reportConnectionLost() {
  // keeps the backoff if the health check succeeds but other requests keep failing
  if (useConnection.getState().state === 'up' && Date.now() - lastFailureAt > BACKOFF_RESET_MS) checkCount = 0;
  setDown();
}

/** Relapses in short succession after which a single failing address is assumed. */
const MAX_RELAPSES = 5;

let relapses = 0;
let lastUnavailableAt = 0;

/** An upstream is unavailable. If only one address fails, other requests continue. */
export function reportUpstreamUnavailable() {
  const isIsolated = Date.now() - lastUnavailableAt > BACKOFF_RESET_MS;
  lastUnavailableAt = Date.now();
  if (useConnection.getState().state === 'up') relapses = isIsolated ? 0 : relapses + 1;
  if (relapses > MAX_RELAPSES) verifyServer();
  else reportConnectionLost();
}

function setDown() {
  lastFailureAt = Date.now();
  useConnection.setState({ state: navigator.onLine ? 'down' : 'offline' });
  scheduleCheck();
}

function scheduleCheck() {
  if (timer !== undefined || checkCount >= MAX_CHECKS) return;
  timer = setTimeout(
    () => {
      timer = undefined;
      if (!isHidden()) void checkConnection();
    },
    CHECK_INTERVALS_MS[Math.min(checkCount++, CHECK_INTERVALS_MS.length - 1)],
  );
}

const isHidden = () => globalThis.document?.hidden ?? false;

let isVerifying = false;

/** One request checks whether the whole server is unavailable or only one address. */
export function verifyServer() {
  if (isVerifying || useConnection.getState().state !== 'up') return;
  isVerifying = true;
  void checkConnection().finally(() => {
    isVerifying = false;
  });
}

/** The server responded: notifies the reconnect listeners. */
export function reportServerResponded() {
  if (useConnection.getState().state === 'up') return;
  clearTimeout(timer);
  timer = undefined;
  useConnection.setState({ state: 'up' });
  for (const listener of listeners) listener();
}

export const isUpstreamUnavailable = (status: number) => status === 502 || status === 503 || status === 504;

/** Whether the API itself responded. Static hosts and proxies send HTML or an error page. */
export function isApiResponse({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  return !isUpstreamUnavailable(status) && (type.includes('json') || (ok && !type.includes('html')));
}

export async function checkConnection(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const answer = await fetch(apiUrl('/getInfo'), { cache: 'no-store' }).catch(() => undefined);
  if (answer && isApiResponse(answer)) reportServerResponded();
  else setDown();
}

/** Returns an unsubscribe function. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Checks the server on network, focus and visibility events. */
export function watchNetwork(): () => void {
  const onNetworkChange = () => void checkConnection();
  const onReturn = () => void (useConnection.getState().state !== 'up' && !isHidden() && checkConnection());
  addEventListener('online', onNetworkChange);
  addEventListener('offline', onNetworkChange);
  addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    removeEventListener('online', onNetworkChange);
    removeEventListener('offline', onNetworkChange);
    removeEventListener('focus', onReturn);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
