import type { Db } from '../../../platform/db/database.types.ts';
import { listen } from '../../../platform/db/listen.ts';

/** What is told of a session that somebody waits with: it ended, or nobody knows and it is to be asked for again. */
type CachedSession = 'ended' | 'unknown';

interface Watch {
  /** Whoever waits, by the number of their session. */
  waiting: Map<number, Set<(told: CachedSession) => void>>;
  listener: { close(): Promise<void> };
}

const watches = new WeakMap<Db, Watch>();

/** Hears of every session that ends, on whichever process; one connection to PostgreSQL, opened when somebody first waits. `db` is the pool. */
function watchOf(db: Db): Watch {
  const known = watches.get(db);
  if (known) return known;
  const waiting: Watch['waiting'] = new Map();
  const listener = listen(db, 'session', (payload) => {
    // after a lost connection nobody knows what was said meanwhile
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
 * Resolves when the session ends, or after `milliseconds`, or when `left` says that nobody waits any more. Whoever begins to wait looks
 * for the session once more after that: it may have ended just before.
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

/** Lets everybody go who waits, and hears no more. */
export async function endWatch(db: Db): Promise<void> {
  const watch = watches.get(db);
  if (!watch) return;
  watches.delete(db);
  for (const sessionId of [...watch.waiting.keys()]) tell(watch.waiting, sessionId, 'unknown');
  await watch.listener.close();
}
