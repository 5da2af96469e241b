import { type RawBuilder, sql } from 'kysely';
import { contains } from './page.ts';

/**
 * The condition that the name in `column` holds `part` as the asker reads it: as it stands, or as the word that a list shows in its place.
 * @param shown keys whose word in the asker's language holds `part`; a word stands in for a Chinese name alone
 */
export const called = (column: string, part: string, key: RawBuilder<string>, shown: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${contains(column, part)} or ${key} = any(${shown}::text[]) and ${sql.ref(column)} ~ '[一-鿿]')`;
