import type { Resource } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { snakeCase } from './record-table.ts';

const MIN_DIGITS = 4;
const MAX_DIGITS = 9;

/**
 * The next number of each field that is proposed with a prefix, e.g. `S0042`. Includes numbers out of scope, because they are in use too.
 * Numbers of another form do not count.
 */
export async function nextNumbers(db: Db, { fields }: Pick<Resource, 'fields'>, table: string): Promise<Record<string, string>> {
  const numbered = Object.entries(fields).flatMap(([name, { proposal }]) =>
    typeof proposal === 'string' ? [[name, proposal] as const] : [],
  );
  const numbers = await Promise.all(
    numbered.map(async ([name, prefix]) => {
      const column = sql.ref(snakeCase(name));
      const { rows } = await sql<{
        last: number;
      }>`select coalesce(max(substring(${column} from ${prefix.length + 1}::int)::bigint), 0) as last
        from ${sql.table(table)} where ${column} ~ ${`^${prefix}\\d{${MIN_DIGITS},${MAX_DIGITS}}$`}`.execute(db);
      return [name, prefix + String((rows[0]?.last ?? 0) + 1).padStart(MIN_DIGITS, '0')] as const;
    }),
  );
  return Object.fromEntries(numbers);
}
