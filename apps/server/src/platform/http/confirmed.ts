import type { Actor } from './context.ts';
import { Problem } from './problem.ts';

/** Seconds for which a password confirmation covers sensitive operations. */
const PASSWORD_FRESH = 600;

/**
 * Requires a password confirmation or sign-in within the last ten minutes.
 * @throws passwordNeeded
 */
export function ensureConfirmed({ passwordAge }: Actor): void {
  if (passwordAge > PASSWORD_FRESH) throw new Problem('passwordNeeded');
}
