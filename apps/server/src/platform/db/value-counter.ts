import type { ValueCounts } from '@suyuan/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

// biome-ignore lint/suspicious/noExplicitAny: the builder's database and tables do not matter here
type Rows = SelectQueryBuilder<any, any, any>;

/** Counts the rows of a list by a column of its result, in place of a page. PostgreSQL computes no other column. */
export class ValueCounter {
  readonly #db: Db;
  readonly #column: string;
  counts: ValueCounts = {};

  constructor(db: Db, column: string) {
    this.#db = db;
    this.#column = column;
  }

  async count(rows: Rows): Promise<void> {
    const { rows: counted } = await sql<{ value: string; count: number }>`
      select ${sql.ref(`listed.${this.#column}`)} as value, count(*) as count from (${rows}) as listed group by 1 order by 1`.execute(
      this.#db,
    );
    this.counts = Object.fromEntries(counted.map(({ value, count }) => [value, count]));
  }
}
