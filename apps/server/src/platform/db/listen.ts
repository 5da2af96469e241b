import { sql } from 'kysely';
import pg from 'pg';
import { destroyConnection, directUrlOf } from './connect.ts';
import type { Db } from './db.ts';
import { createClient, hostsOf } from './hosts.ts';

/** TCP keepalive detects a silently cut connection within a minute. */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Milliseconds between reconnection attempts. */
const RETRY_DELAY = 1000;

/** Statement of a check. */
export const CHECK = 'select 1';
/** Milliseconds between two checks of the connection. */
const CHECK_INTERVAL = 300;
/** Milliseconds without an answer after which the connection is replaced. */
const CHECK_TIMEOUT = 5000;

/** Notifies on `channel` when the transaction commits. The payload limit is 8000 bytes. */
export const notifyChannel = (db: Db, channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db);

export interface Listener {
  /** Rejects while the connection is lost. */
  query(text: string, values: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/**
 * Calls `onNotification` with each payload, and without one after each connection, because earlier notifications may be lost. Reconnects
 * indefinitely.
 * @param onComplete receives a time by `performance.now()` several times a second: all notifications committed before it have arrived.
 * Undefined: the connection is lost.
 */
export function listen(
  db: Db,
  channel: string,
  onNotification: (payload?: string) => void,
  onComplete?: (time: number | undefined) => void,
): Listener {
  const url = directUrlOf(db) ?? '';
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function open() {
    const opened = createClient(url, { application_name: `suyuan listen ${channel}`, ...keepAliveOptions });
    client = opened;
    opened.on('error', () => retry(opened));
    opened.on('end', () => retry(opened));
    opened.on('notification', ({ payload }) => onNotification(payload ?? ''));
    await opened.connect();
    await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
    onNotification();
    if (onComplete) await check(opened, onComplete);
  }

  /** PostgreSQL sends pending notifications before it answers a query. */
  async function check(checked: pg.Client, report: (time: number) => void) {
    const sentAt = performance.now();
    const timeout = setTimeout(() => destroyConnection(checked), CHECK_TIMEOUT);
    try {
      await checked.query(CHECK);
    } finally {
      clearTimeout(timeout);
    }
    if (closed || client !== checked) return;
    report(sentAt);
    timer = setTimeout(() => void check(checked, report).catch(() => retry(checked)), CHECK_INTERVAL);
  }

  function retry(failedClient: pg.Client) {
    if (closed || client !== failedClient) return;
    client = undefined;
    clearTimeout(timer);
    onComplete?.(undefined);
    failedClient.end().catch(() => {});
    timer = setTimeout(start, RETRY_DELAY);
  }

  function start() {
    const opening = open();
    const opened = client;
    opening.catch(() => opened && retry(opened));
  }

  start();
  const unsubscribe = hostsOf(url).onMove(() => client && destroyConnection(client));
  return {
    async query(text, values) {
      if (!client) throw new Error('the connection for notifications is lost');
      return (await client.query(text, values)).rows;
    },
    async close() {
      closed = true;
      unsubscribe();
      clearTimeout(timer);
      onComplete?.(undefined);
      await client?.end().catch(() => {});
    },
  };
}
