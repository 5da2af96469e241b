import { sql } from 'kysely';
import { Problem } from '../problem.ts';
import type { Db } from './db.ts';

/** Columns that every edit of a business record sets. */
export const revisionColumns = (userId: number) => ({
  updateBy: userId,
  updateTime: sql<string>`now()`,
  version: sql<number>`version + 1`,
});

/** Matches if the record still has the editor's version; always matches without one. */
export const unchangedSince = (version: number | undefined) =>
  version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`;

/**
 * @throws recordStale if no row was updated and the record is still visible
 * @throws notFound if it is not
 */
export async function orStale<Row>(row: Row | undefined, find: () => Promise<unknown>): Promise<Row> {
  if (row !== undefined) return row;
  throw new Problem((await find()) === undefined ? 'notFound' : 'recordStale');
}

/** The version of a record, which no other transaction changes until this one ends. Undefined if there is no such record. */
export async function lockVersion(db: Db, table: string, key: string, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`.execute(
    db,
  );
  return rows[0]?.version;
}
