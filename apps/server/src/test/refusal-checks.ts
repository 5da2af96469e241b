import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/db/db.ts';
import type { Client } from './test-server.ts';

type Reply = Awaited<ReturnType<Client['get']>>;

/** Tables that reads and refusals may change: logs, counters and last-access times. */
const VOLATILE_TABLES = 'audit_log%,sign_in_log,sign_in_failure,session,captcha,kysely%'.split(',');

/** A digest per table of all rows that a refusal must not change. */
export async function digestRows(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ tableName: string }>`select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name like any(${VOLATILE_TABLES}) order by table_name`.execute(
    db,
  );
  const digests: Record<string, string> = {};
  for (const { tableName } of tables) {
    const { rows } = await sql<{ digest: string }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from ${sql.table(tableName)} t`.execute(db);
    digests[tableName] = rows[0]?.digest ?? '';
  }
  return digests;
}

/** Stack lines, SQL, names of tables and constraints, local paths, secrets. */
const LEAK =
  /\bat \S+ \(|\.ts:\d|\.js:\d|node_modules|\/work\/|\/home\/|\/tmp\/|\bselect\b.+\bfrom\b|insert into|syntax error|relation "|column "|violates|_fkey|_pkey|user_role|role_menu|pg_|postgres|kysely|fastify|zod|ECONN|\$argon2/i;

/** Checks every refusal: no technical details in its message, and no caching. `repeatedInput`: request input that the message may repeat. */
export function expectPlainMessage({ body, headers }: Pick<Reply, 'body' | 'headers'>, about: string, repeatedInput = ''): void {
  const messageText = repeatedInput
    ? JSON.stringify(body).replaceAll(JSON.stringify(repeatedInput).slice(1, -1), '')
    : JSON.stringify(body);
  expect(messageText, about).not.toMatch(LEAK);
  expect(headers['cache-control'], about).toBe('no-store');
  expect(body.msg, about).toEqual(expect.any(String));
}
