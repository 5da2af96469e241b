import type { Page, Paging } from '@suyuan/contract';
import { type Compilable, CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

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

/** Case-insensitive substring match; `%` and `_` are ordinary characters. */
export const contains = (column: string, part: string): RawBuilder<boolean> =>
  sql<boolean>`position(lower(${part}) in lower(${sql.ref(column)})) > 0`;

/** Matches an administrative code equal to or within `region`. Trailing pairs of zeros mean the whole province or city. */
export const inRegion = (column: string, region: string): RawBuilder<boolean> =>
  sql<boolean>`starts_with(${sql.ref(column)}, ${region.replace(/(0000|00)$/, '')})`;

/** Matches instants from `begin` to `end`, both inclusive: an end day or second counts until it is over. */
export function between(column: string, begin?: string, end?: string): RawBuilder<boolean> {
  const instant = sql.ref(column);
  const from = begin ? sql`${instant} >= ${begin}::timestamptz` : sql`true`;
  const upperBound = end && end.length > 10 ? sql`${end}::timestamptz + interval '1 second'` : sql`${end}::date + 1`;
  const to = end ? sql`${instant} < ${upperBound}` : sql`true`;
  return sql<boolean>`(${from} and ${to})`;
}

// biome-ignore lint/suspicious/noExplicitAny: the builder's database and tables do not matter here
type Rows<Row> = SelectQueryBuilder<any, any, Row>;

async function count<Row>(rows: Rows<Row>): Promise<number> {
  const countRow = await rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return (countRow as unknown as { total: number }).total;
}

/** `key` is the tie-breaker; newest first by default. A page past the end is the last page. With a walk, the next page. */
export async function page<Row>(rows: Rows<Row>, key: string, paging: CursorPaging): Promise<Page<Row>> {
  const { page: requestedPage, pageSize, orderBy, descending, walk } = paging;
  const ordered = orderBy
    ? rows.orderBy(sql.ref(orderBy), descending ? 'desc' : 'asc').orderBy(sql.ref(key), 'desc')
    : rows.orderBy(sql.ref(key), 'desc');
  if (walk) {
    walk.total ??= await count(rows);
    return { rows: await walk.take(ordered, pageSize), total: walk.total };
  }
  const total = await count(rows);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const slice = await ordered
    .limit(pageSize)
    .offset((Math.min(requestedPage, last) - 1) * pageSize)
    .execute();
  return { rows: slice, total };
}

export interface SeedName {
  /** Identifies the record; matches the `key` expression of `matchesDisplayName`. */
  key: string;
  /** In Chinese, as stored. */
  name: string;
}

/**
 * Matches rows whose displayed name contains `part`: the stored name, or its translation while unchanged.
 * @param translatedNames seed names with such a translation
 */
export const matchesDisplayName = (
  column: string,
  part: string,
  key: RawBuilder<string>,
  translatedNames: readonly SeedName[],
): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, part)} or (${key}, ${sql.ref(column)}) in (
    select * from unnest(${translatedNames.map((each) => each.key)}::text[], ${translatedNames.map(({ name }) => name)}::text[])))`;
