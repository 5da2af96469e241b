import type { Paging } from '@suyuan/contract';
import { type Compilable, CompiledQuery, sql } from 'kysely';
import type { Db } from './database.types.ts';

/** With a walk, reads the whole list and ignores the page number. */
export type CursorPaging<Field extends string = string> = Paging<Field> & { walk?: ListCursor };

/** Uses a database cursor, so that every page costs the same. */
export class ListCursor {
  readonly #db: Db;
  #isOpen = false;
  /** Row count, determined with the first page. */
  total: number | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The next `size` rows of `ordered`; empty at the end. */
  async take<Row>(orderedQuery: Compilable<Row>, size: number): Promise<Row[]> {
    if (!this.#isOpen) {
      const { sql: text, parameters } = orderedQuery.compile();
      await this.#db.executeQuery(CompiledQuery.raw(`declare walk no scroll cursor for ${text}`, [...parameters]));
      this.#isOpen = true;
    }
    // Cast: the cursor returns rows of the query that declared it.
    const { rows } = await this.#db.executeQuery(CompiledQuery.raw(`fetch ${Math.trunc(size)} from walk`));
    return rows as Row[];
  }
}

/** Runs `work` with a walk over one snapshot of the database. */
export const withListCursor = <T>(db: Db, work: (db: Db, cursor: ListCursor) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // the first page of a long list without an index needs a full sort
      await sql`set local statement_timeout = 0`.execute(snapshot);
      return work(snapshot, new ListCursor(snapshot));
    });
