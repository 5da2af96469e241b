import type { Paging } from '@suyuan/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** Values of the order field and of the key of a row, as text. Null: the field is null, or the list is ordered by its key only. */
export type SeekPosition = readonly [order: string | null, key: string];

// biome-ignore lint/suspicious/noExplicitAny: the builder's database and tables do not matter here
type Rows<Row> = SelectQueryBuilder<any, any, Row>;

type Order = Pick<Paging, 'pageSize' | 'orderBy' | 'descending'>;

/** A query names its columns by table, its result does not. */
const resultColumn = (name: string) => sql.ref(`page.${name.slice(name.lastIndexOf('.') + 1)}`);

const KEY = sql.ref('page.seekKey');

/**
 * Keyset paging: a page begins after the last row of the page before. Rows that are inserted meanwhile repeat no other and hide none, and
 * every page costs the same.
 */
export class Seek {
  readonly #db: Db;
  /** The last row of the page before. */
  readonly after: SeekPosition | undefined;
  readonly isCounted: boolean;
  /** Position of the page's last row, null on the last page. Undefined: the list does not support it. */
  next: SeekPosition | null | undefined;

  constructor(db: Db, after: SeekPosition | undefined, isCounted: boolean) {
    this.#db = db;
    this.after = after;
    this.isCounted = isCounted;
  }

  /** @param key unique column of the query, descending after `orderBy`, which is a column of its result */
  async take<Row>(rows: Rows<Row>, key: string, { orderBy, descending, pageSize }: Order): Promise<Row[]> {
    const order = orderBy ? resultColumn(orderBy) : undefined;
    // the exact value: times lose their fraction on the way
    const { rows: found } = await sql<Row & { seekOrder: string | null; seekKey: string | number }>`
      select page.*, ${order ? sql`${order}::text` : sql`null`} as seek_order
      from (${rows.select(sql.ref(key).as('seekKey'))}) as page where ${this.#isAfter(order, descending)}
      order by ${order ? sql`${order} ${sql.raw(descending ? 'desc' : 'asc')}, ` : sql``}${KEY} desc
      limit ${pageSize + 1}`.execute(this.#db);
    const last = found.length > pageSize ? found[pageSize - 1] : undefined;
    this.next = last ? [last.seekOrder, String(last.seekKey)] : null;
    return found.slice(0, pageSize).map(({ seekOrder, seekKey, ...row }) => row as Row);
  }

  /** PostgreSQL sorts nulls as the greatest values. */
  #isAfter(order: RawBuilder<unknown> | undefined, descending: boolean) {
    if (!this.after) return sql`true`;
    const [orderValue, keyValue] = this.after;
    const isKeyAfter = sql`${KEY} < ${keyValue}`;
    if (!order) return isKeyAfter;
    if (orderValue === null) return descending ? sql`(${order} is not null or ${isKeyAfter})` : sql`(${order} is null and ${isKeyAfter})`;
    const isOrderAfter = descending ? sql`${order} < ${orderValue}` : sql`(${order} > ${orderValue} or ${order} is null)`;
    return sql`(${isOrderAfter} or (${order} = ${orderValue} and ${isKeyAfter}))`;
  }
}
