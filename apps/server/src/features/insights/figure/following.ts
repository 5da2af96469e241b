import type { Installation } from '../../../platform/http/installation.ts';
import { follow } from './follow.service.ts';

/** Milliseconds between checks for new scans. */
const LOOK = 2000;

/** Several processes may run it; they alternate. */
export function startFollowing({ db }: Pick<Installation, 'db'>, report: (error: unknown) => void): { stop(): Promise<void> } {
  let under: Promise<void> | undefined;
  const look = () => {
    under ??= follow(db)
      .catch(report)
      .finally(() => {
        under = undefined;
      });
  };
  look();
  const timer = setInterval(look, LOOK);
  return {
    async stop() {
      clearInterval(timer);
      await under;
    },
  };
}
