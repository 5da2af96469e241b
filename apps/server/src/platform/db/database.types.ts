import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** The pool, or the transaction that a logged route runs in. */
export type Db = Kysely<Database>;
