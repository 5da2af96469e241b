import type { Actor } from './context.ts';
import { Problem } from './problem.ts';

/** Ten minutes, in seconds: how long a given password covers sensitive acts. */
const PASSWORD_FRESH = 600;

/** Refuses a sensitive act unless the password was given in the last ten minutes; signing in gives it. @throws passwordNeeded */
export function ensureConfirmed({ passwordAge }: Actor): void {
  if (passwordAge > PASSWORD_FRESH) throw new Problem('passwordNeeded');
}
