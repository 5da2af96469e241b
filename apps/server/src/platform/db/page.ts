import type { Page } from '@suyuan/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { CursorPaging } from './walk.ts';

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
