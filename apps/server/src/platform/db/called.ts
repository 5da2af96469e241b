import { type RawBuilder, sql } from 'kysely';
import { contains } from './page.ts';

export interface SeedName {
  /** Identifies the record; matches the `key` expression of `called`. */
  key: string;
  /** In Chinese, as stored. */
  name: string;
}

/**
 * Matches rows whose displayed name contains `part`: the stored name, or its translation while unchanged.
 * @param shown seed names with such a translation
 */
export const called = (column: string, part: string, key: RawBuilder<string>, shown: readonly SeedName[]): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, part)} or (${key}, ${sql.ref(column)}) in (
    select * from unnest(${shown.map((each) => each.key)}::text[], ${shown.map(({ name }) => name)}::text[])))`;
