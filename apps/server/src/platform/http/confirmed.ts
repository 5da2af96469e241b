import type { Actor } from './context.ts';
import { Problem } from './problem.ts';

/** Seconds for which a password confirmation covers sensitive operations. */
const MAX_PASSWORD_AGE = 600;

/**
 * Requires a password confirmation or sign-in within the last ten minutes.
 * @throws passwordNeeded
 */
export function ensurePasswordConfirmed({ passwordAge }: Actor): void {
  if (passwordAge > MAX_PASSWORD_AGE) throw new Problem('passwordNeeded');
}
