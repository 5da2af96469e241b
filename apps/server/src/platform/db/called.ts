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
 * @param translatedNames seed names with such a translation
 */
export const matchesDisplayName = (column: string, part: string, key: RawBuilder<string>, translatedNames: readonly SeedName[]): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, part)} or (${key}, ${sql.ref(column)}) in (
    select * from unnest(${translatedNames.map((each) => each.key)}::text[], ${translatedNames.map(({ name }) => name)}::text[])))`;
