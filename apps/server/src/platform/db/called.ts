import { type RawBuilder, sql } from 'kysely';
import { contains } from './page.ts';

/** A name that an installation starts with. */
export interface SeedName {
  /** What its record is known by, as in the condition that it is held against. */
  key: string;
  /** As it is stored, in Chinese. */
  name: string;
}

/**
 * The condition that the name in `column` holds `part` as the asker reads it: as it stands, or as the word that a list shows in its place.
 * @param shown names whose word in the asker's language holds `part`; whoever writes another in their place is shown that one
 */
export const called = (column: string, part: string, key: RawBuilder<string>, shown: readonly SeedName[]): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, part)} or (${key}, ${sql.ref(column)}) in (
    select * from unnest(${shown.map((each) => each.key)}::text[], ${shown.map(({ name }) => name)}::text[])))`;
