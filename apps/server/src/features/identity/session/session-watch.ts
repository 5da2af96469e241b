import type { Db } from '../../../platform/db/database.types.ts';
import { listen } from '../../../platform/db/listen.ts';

/** Result of waiting: the session ended, or its state is unknown and the client must query again. */
type WatchResult = 'ended' | 'unknown';

interface Watch {
  /** Waiting callbacks by session number. */
  waiting: Map<number, Set<(result: WatchResult) => void>>;
  listener: { close(): Promise<void> };
}

const watches = new WeakMap<Db, Watch>();

/** Receives the end of every session on any process, over one PostgreSQL connection that opens at the first wait. `db` is the pool. */
function getWatch(db: Db): Watch {
  const existing = watches.get(db);
  if (existing) return existing;
  const waiting: Watch['waiting'] = new Map();
  const listener = listen(db, 'session', (payload) => {
    // notifications may be lost while the connection was down
    const sessionIds = payload === undefined ? [...waiting.keys()] : [Number(payload)];
    for (const sessionId of sessionIds) notify(waiting, sessionId, payload === undefined ? 'unknown' : 'ended');
  });
  const watch = { waiting, listener };
  watches.set(db, watch);
  return watch;
}

function notify(waiting: Watch['waiting'], sessionId: number, result: WatchResult) {
  for (const wake of waiting.get(sessionId) ?? []) wake(result);
}

/**
 * Resolves when the session ends, after `milliseconds`, or when `left` aborts. The caller must check the session again after the call,
 * because it may have ended just before.
 */
export function waitForEnd(db: Db, sessionId: number, milliseconds: number, signal: AbortSignal): Promise<WatchResult> {
  if (signal.aborted) return Promise.resolve('unknown');
  const { waiting } = getWatch(db);
  return new Promise((resolve) => {
    const wake = (result: WatchResult) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      const waiters = waiting.get(sessionId);
      waiters?.delete(wake);
      if (waiters?.size === 0) waiting.delete(sessionId);
      resolve(result);
    };
    const onAbort = () => wake('unknown');
    const timer = setTimeout(onAbort, milliseconds);
    const waiters = waiting.get(sessionId) ?? new Set();
    waiting.set(sessionId, waiters.add(wake));
    signal.addEventListener('abort', onAbort);
  });
}

/** Resolves all waits as unknown and closes the listener. */
export async function endWatch(db: Db): Promise<void> {
  const watch = watches.get(db);
  if (!watch) return;
  watches.delete(db);
  for (const sessionId of [...watch.waiting.keys()]) notify(watch.waiting, sessionId, 'unknown');
  await watch.listener.close();
}
