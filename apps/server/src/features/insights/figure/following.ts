import type { Installation } from '../../../platform/http/installation.ts';
import { follow } from './follow.service.ts';

/** Milliseconds between checks for new scans. */
const POLL_INTERVAL_MS = 2000;

/** Several processes may run it; they alternate. */
export function startFollowing({ db }: Pick<Installation, 'db'>, report: (error: unknown) => void): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const poll = () => {
    running ??= follow(db)
      .catch(report)
      .finally(() => {
        running = undefined;
      });
  };
  poll();
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
