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
  const known = names.get(text);
  if (known) return known;
  const name = `p${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

export class PreparingClient extends pg.Client {
  // The driver's overloads are many; unmarked statements pass unchanged.
  override query(...given: never[]): never {
    const [text, values] = given as unknown[];
    const ask = super.query as (...given: unknown[]) => never;
    if (typeof text !== 'string' || !text.startsWith(MARK)) return ask.apply(this, given);
    return ask.call(this, { name: nameOf(text), text, values });
  }
}
