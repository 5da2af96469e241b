import type { Paging } from '@suyuan/contract';
import { type Compilable, CompiledQuery, sql } from 'kysely';
import type { Db } from './database.types.ts';

/** A list is read whole by one who sends a walk along with its paging; the page's number is not asked then. */
export type Walking<Field extends string = string> = Paging<Field> & { walk?: Walk };

/** One way through all rows of a list, in its order, a page at a time: a cursor, so that no page costs more than the one before. */
export class Walk {
  readonly #db: Db;
  #begun = false;
  /** Rows in all, counted with the first page. */
  total: number | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The next `size` rows of `ordered`; none once all were taken. */
  async take<Row>(ordered: Compilable<Row>, size: number): Promise<Row[]> {
    if (!this.#begun) {
      const { sql: text, parameters } = ordered.compile();
      await this.#db.executeQuery(CompiledQuery.raw(`declare walk no scroll cursor for ${text}`, [...parameters]));
      this.#begun = true;
    }
    // The cast: the cursor's rows are those of the query that it was declared for.
    const { rows } = await this.#db.executeQuery(CompiledQuery.raw(`fetch ${Math.trunc(size)} from walk`));
    return rows as Row[];
  }
}

/** Runs `work` with a walk over one state of the database: what others write meanwhile is not seen, and nothing is seen twice. */
export const walkThrough = <T>(db: Db, work: (db: Db, walk: Walk) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // the first page of a long list in an order without an index is sorted whole
      await sql`set local statement_timeout = 0`.execute(snapshot);
      return work(snapshot, new Walk(snapshot));
    });
