import type { Page, Paging } from '@suyuan/contract';
import { type Compilable, CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import type { Seek } from './seek.ts';
import type { ValueCounter } from './value-counter.ts';

/** With a walk, reads the whole list and ignores the page number. With `seek`, the page after a row. A counter reads no rows. */
export type CursorPaging<Field extends string = string> = Paging<Field> & { walk?: ListCursor; seek?: Seek; counter?: ValueCounter };

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
      // files of archived months are read in between
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
      return work(snapshot, new ListCursor(snapshot));
    });

/** Case-insensitive substring match; `%` and `_` are ordinary characters. */
export const contains = (column: string | RawBuilder<string>, part: string): RawBuilder<boolean> =>
  sql<boolean>`position(lower(${part}) in lower(${typeof column === 'string' ? sql.ref(column) : column})) > 0`;

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

export async function count<Row>(rows: Rows<Row>): Promise<number> {
  const countRow = await rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return (countRow as unknown as { total: number }).total;
}

/**
 * `key` is the tie-breaker; newest first by default. A page past the end is the last page. With a walk, the next page. A seek counts rows
 * only on request. A list sorted by the column of `named` is sorted by the displayed name.
 */
export async function page<Row>(rows: Rows<Row>, key: string, paging: CursorPaging, named?: DisplayName): Promise<Page<Row>> {
  const { page: requestedPage, pageSize, orderBy, descending, walk, seek, counter } = paging;
  if (counter) {
    await counter.count(rows);
    return { rows: [], total: 0 };
  }
  if (seek) return { rows: await seek.take(rows, key, paging), total: seek.isCounted ? await count(rows) : 0 };
  const ordered = orderBy
    ? rows
        .orderBy(
          named && named.seeds.length > 0 && named.column === orderBy ? displayedText(named) : sql.ref(orderBy),
          descending ? 'desc' : 'asc',
        )
        .orderBy(sql.ref(key), 'desc')
    : rows.orderBy(sql.ref(key), 'desc');
  if (walk) {
    walk.total ??= await count(rows);
    return { rows: await walk.take(ordered, pageSize), total: walk.total };
  }
  const total = await count(rows);
  const slice = await ordered
    .limit(pageSize)
    .offset(offsetOf(total, { page: requestedPage, pageSize }))
    .execute();
  return { rows: slice, total };
}

/** Rows before a page. A page past the end is the last page. */
export function offsetOf(total: number, { page, pageSize }: Pick<Paging, 'page' | 'pageSize'>): number {
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (Math.min(page, last) - 1) * pageSize;
}

export interface SeedName {
  /** Identifies the record; matches the `key` expression of `DisplayName`. */
  key: string;
  /** In Chinese, as stored. */
  name: string;
  translation: string;
}

/** A column whose stored names readers of other languages get translated while unchanged. */
export interface DisplayName {
  column: string;
  key: RawBuilder<string>;
  seeds: readonly SeedName[];
}

/** Matches rows whose stored or displayed name contains `part`. */
export function matchesDisplayName({ column, key, seeds }: DisplayName, part: string): RawBuilder<boolean> {
  const matches = seeds.filter(({ translation }) => translation.toLowerCase().includes(part.toLowerCase()));
  return sql<boolean>`(${contains(column, part)} or (${key}, ${sql.ref(column)}) in (
    select * from unnest(${matches.map((each) => each.key)}::text[], ${matches.map(({ name }) => name)}::text[])))`;
}

/** The displayed name, to sort by. */
function displayedText({ column, key, seeds }: DisplayName): RawBuilder<string> {
  const of = (field: keyof SeedName) => sql`${seeds.map((seed) => seed[field])}::text[]`;
  return sql<string>`coalesce((select seed.translation from unnest(${of('key')}, ${of('name')}, ${of('translation')}) seed (key, name, translation)
    where seed.key = ${key} and seed.name = ${sql.ref(column)} limit 1), ${sql.ref(column)})`;
}

interface Plan {
  'Plan Rows': number;
  /** Of Citus, whose own estimate is a constant. */
  'Distributed Query'?: { Job?: { 'Task Count': number; Tasks: { 'Remote Plan': { Plan: Plan }[][] }[] } };
}

/** The planner's estimate of rows, from a row of `explain (format json)`. On Citus, that of one shard for all. */
export function planRows(row: object | undefined): number {
  const [{ Plan }] = Object.values(row ?? {})[0] as [{ Plan: Plan }];
  const job = Plan['Distributed Query']?.Job;
  const remote = job?.Tasks[0]?.['Remote Plan'][0]?.[0]?.Plan;
  return job && remote ? job['Task Count'] * remote['Plan Rows'] : Plan['Plan Rows'];
}
