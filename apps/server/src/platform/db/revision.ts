import { sql } from 'kysely';
import { Problem } from '../http/problem.ts';

/** What every edit of a business record sets beside its own fields. */
export const revised = (userId: number) => ({ updateBy: userId, updateTime: sql<string>`now()`, version: sql<number>`version + 1` });

/** The condition that a record still has the revision that the editor saw; an edit without one is taken. */
export const unchangedSince = (version: number | undefined) =>
  version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`;

/**
 * Refuses an edit that touched no row: stale where the record is still there and visible, else not found.
 * @throws recordStale, notFound
 */
export async function written<Row>(row: Row | undefined, find: () => Promise<unknown>): Promise<Row> {
  if (row !== undefined) return row;
  throw new Problem((await find()) === undefined ? 'notFound' : 'recordStale');
}
