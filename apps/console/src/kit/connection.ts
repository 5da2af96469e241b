import { create } from 'zustand';

/** Whether the server can be reached, as far as the last question showed: `offline` where the browser itself has no network. */
export type Connection = 'up' | 'down' | 'offline';

/** Whether the server answers, for whoever shows it. */
export const useConnection = create<{ state: Connection }>(() => ({ state: 'up' }));

/** Milliseconds between looks while the server is away: soon at first, then with patience. */
const PACE = [1000, 2000, 4000, 8000, 15_000];

/** Milliseconds that the server must have answered for before a new break counts as the first. */
const CALM = 60_000;

let looks = 0;
let upSince = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A question found nobody: from here on the server is looked for until it answers. */
export function noteBroken() {
  // a server that answers here and breaks there is not asked for everything again each second
  if (useConnection.getState().state === 'up' && Date.now() - upSince > CALM) looks = 0;
  useConnection.setState({ state: navigator.onLine ? 'down' : 'offline' });
  if (timer !== undefined) return;
  timer = setTimeout(() => void look(), PACE[Math.min(looks++, PACE.length - 1)]);
}

/** The server answered. Whoever showed something without it asks again. */
export function noteAnswered() {
  if (useConnection.getState().state === 'up') return;
  clearTimeout(timer);
  timer = undefined;
  upSince = Date.now();
  useConnection.setState({ state: 'up' });
  for (const listener of listeners) listener();
}

/** Whether an answer came from somebody between us and a server that is not there. */
export const isAway = (status: number) => status === 502 || status === 503 || status === 504;

/** Looks for the server now; what it shows is known everywhere. */
export async function look(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const answer = await fetch('/api/getInfo', { cache: 'no-store' }).catch(() => undefined);
  if (answer && !isAway(answer.status)) noteAnswered();
  else noteBroken();
}

/** Calls `listener` each time the server is back, until the answer is called. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens to what the browser knows of its network, until the answer is called. */
export function watchNetwork(): () => void {
  const changed = () => void look();
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
