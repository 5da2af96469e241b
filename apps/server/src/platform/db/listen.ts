import { sql } from 'kysely';
import pg from 'pg';
import { directUrlOf } from './connect.ts';
import type { Db } from './db.ts';

/** TCP keepalive detects a silently cut connection within a minute. */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Milliseconds between reconnection attempts. */
const RETRY_DELAY = 1000;

/** Notifies on `channel` when the transaction commits. The payload limit is 8000 bytes. */
export const notifyChannel = (db: Db, channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db);

/**
 * Calls `onNotification` with each payload, and without one after each connection, because earlier notifications may be lost. Reconnects
 * indefinitely.
 */
export function listen(db: Db, channel: string, onNotification: (payload?: string) => void): { close(): Promise<void> } {
  const url = directUrlOf(db);
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let closed = false;

  async function open() {
    const opened = new pg.Client({ connectionString: url, application_name: 'suyuan listen', ...keepAliveOptions });
    client = opened;
    opened.on('error', () => retry(opened));
    opened.on('end', () => retry(opened));
    opened.on('notification', ({ payload }) => onNotification(payload ?? ''));
    await opened.connect();
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    onNotification();
  }

  function retry(failedClient: pg.Client) {
    if (closed || client !== failedClient) return;
    client = undefined;
    failedClient.end().catch(() => {});
    retryTimer = setTimeout(start, RETRY_DELAY);
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
      clearTimeout(retryTimer);
      await client?.end().catch(() => {});
    },
  };
}
