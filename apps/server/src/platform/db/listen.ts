import { sql } from 'kysely';
import pg from 'pg';
import { directUrlOf } from './connect.ts';
import type { Db } from './database.types.ts';

/** A way that was cut without a word is noticed within a minute. */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Milliseconds before a lost connection is tried again. */
const AGAIN = 1000;

/** Says `payload` on `channel`; heard when the transaction commits. PostgreSQL takes less than 8000 bytes. */
export const announce = (db: Db, channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db);

/**
 * Calls `heard` with what each notice on `channel` says, and without after each connection, since what was said before it is not heard.
 * A session of its own, since a pool's sessions come and go; it is opened again for as long as it takes.
 */
export function listen(db: Db, channel: string, heard: (payload?: string) => void): { close(): Promise<void> } {
  const url = directUrlOf(db);
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  async function open() {
    const opened = new pg.Client({ connectionString: url, application_name: 'suyuan listen', ...alive });
    client = opened;
    opened.on('error', () => retry(opened));
    opened.on('end', () => retry(opened));
    opened.on('notification', ({ payload }) => heard(payload ?? ''));
    await opened.connect();
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    heard();
  }

  function retry(lost: pg.Client) {
    if (closed || client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    again = setTimeout(start, AGAIN);
  }

  function start() {
    const opening = open();
    const opened = client;
    opening.catch(() => opened && retry(opened));
  }

  start();
  return {
    async close() {
      closed = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}
