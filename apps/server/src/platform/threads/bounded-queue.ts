import { Problem } from '../http/problem.ts';

export interface BoundedQueue {
  /**
   * Waits for a slot and returns a function that releases it.
   * @throws busy, with 503 and Retry-After, where too many wait already or `signal` aborts before the turn comes
   */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/** Retry-After in seconds when the queue is full. */
const RETRY_SECONDS = 5;

/** @param concurrency concurrent slots @param maxWaiting callers that may wait */
export function boundedQueue(concurrency: number, maxWaiting: number): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  const releaseOnce = () => {
    let isHeld = true;
    return () => {
      if (isHeld) leave();
      isHeld = false;
    };
  };
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(new Problem('busy', { seconds: RETRY_SECONDS }));
        if (signal?.aborted) return refuse();
        if (running < concurrency) {
          running++;
          return resolve(releaseOnce());
        }
        if (waiting.length >= maxWaiting) return refuse();
        const start = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(releaseOnce());
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(start), 1);
          refuse();
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.push(start);
      }),
  };
}
