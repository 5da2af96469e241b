import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */ ';

/**
 * Marks a statement that each connection prepares, for those that run thousands of times a second. The text must not vary: pass lists as
 * arrays.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const knownName = names.get(text);
  if (knownName) return knownName;
  const name = `p${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

export class PreparingClient extends pg.Client {
  // The driver's overloads are many; unmarked statements pass unchanged.
  override query(...args: never[]): never {
    const [text, values] = args as unknown[];
    const superQuery = super.query as (...args: unknown[]) => never;
    if (typeof text !== 'string' || !text.startsWith(MARK)) return superQuery.apply(this, args);
    return superQuery.call(this, { name: nameOf(text), text, values });
  }
}
