import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** The pool, or the transaction of a logged route. */
export type Db = Kysely<Database>;
