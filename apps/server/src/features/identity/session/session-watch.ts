import type { Db } from '../../../platform/db/database.types.ts';
import { listen } from '../../../platform/db/listen.ts';

/** Result of waiting: the session ended, or its state is unknown and the client must query again. */
type CachedSession = 'ended' | 'unknown';

interface Watch {
  /** Waiting callbacks by session number. */
  waiting: Map<number, Set<(told: CachedSession) => void>>;
  listener: { close(): Promise<void> };
}

const watches = new WeakMap<Db, Watch>();

/** Receives the end of every session on any process, over one PostgreSQL connection that opens at the first wait. `db` is the pool. */
function watchOf(db: Db): Watch {
  const known = watches.get(db);
  if (known) return known;
  const waiting: Watch['waiting'] = new Map();
  const listener = listen(db, 'session', (payload) => {
    // notifications may be lost while the connection was down
    const heard = payload === undefined ? [...waiting.keys()] : [Number(payload)];
    for (const sessionId of heard) tell(waiting, sessionId, payload === undefined ? 'unknown' : 'ended');
  });
  const watch = { waiting, listener };
  watches.set(db, watch);
  return watch;
}

function tell(waiting: Watch['waiting'], sessionId: number, told: CachedSession) {
  for (const wake of waiting.get(sessionId) ?? []) wake(told);
}

/**
 * Resolves when the session ends, after `milliseconds`, or when `left` aborts. The caller must check the session again after the call,
 * because it may have ended just before.
 */
export function untilOver(db: Db, sessionId: number, milliseconds: number, left: AbortSignal): Promise<CachedSession> {
  if (left.aborted) return Promise.resolve('unknown');
  const { waiting } = watchOf(db);
  return new Promise((resolve) => {
    const wake = (told: CachedSession) => {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
      const others = waiting.get(sessionId);
      others?.delete(wake);
      if (others?.size === 0) waiting.delete(sessionId);
      resolve(told);
    };
    const leave = () => wake('unknown');
    const timer = setTimeout(leave, milliseconds);
    const others = waiting.get(sessionId) ?? new Set();
    waiting.set(sessionId, others.add(wake));
    left.addEventListener('abort', leave);
  });
}

/** Resolves all waits as unknown and closes the listener. */
export async function endWatch(db: Db): Promise<void> {
  const watch = watches.get(db);
  if (!watch) return;
  watches.delete(db);
  for (const sessionId of [...watch.waiting.keys()]) tell(watch.waiting, sessionId, 'unknown');
  await watch.listener.close();
}
