import type { Installation } from '../../../http/installation.ts';
import { follow, followAllCodes } from './follow.service.ts';

/** Milliseconds between two looks for new scans, and between two looks at the codes of every batch. */
const LOOK = 2000;
const LOOK_AT_ALL = 600_000;

/** Keeps the figures up with scans and codes until it is stopped; any number of processes may, and take turns. */
export function startFollowing({ db }: Pick<Installation, 'db'>, report: (error: unknown) => void): { stop(): Promise<void> } {
  let under: Promise<void> | undefined;
  let allAt = performance.now();
  const look = () => {
    const isDue = performance.now() - allAt > LOOK_AT_ALL;
    if (isDue) allAt = performance.now();
    under ??= follow(db)
      .then(() => (isDue ? followAllCodes(db) : undefined))
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
