import type { Migration } from 'kysely/migration';
import * as baseline from './0001-baseline.ts';

/** All schema changes, forward only, in the order of their names. A new one takes the next number. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
};
