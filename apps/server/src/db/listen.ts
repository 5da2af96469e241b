import pg from 'pg';
import { listenUrlOf } from './connect.ts';
import type { Db } from './database.types.ts';

/** Milliseconds before a lost connection is tried again. */
const AGAIN = 1000;

/**
 * Calls `heard` for each notice on `channel`, and after each connection, since what was said before it is not heard.
 * A session of its own, since a pool's sessions come and go; it is opened again for as long as it takes.
 */
export function listen(db: Db, channel: string, heard: () => void): { close(): Promise<void> } {
  const url = listenUrlOf(db);
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  async function open() {
    const opened = new pg.Client({ connectionString: url, application_name: 'suyuan listen', keepAlive: true });
    client = opened;
    opened.on('error', () => retry(opened));
    opened.on('end', () => retry(opened));
    opened.on('notification', heard);
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
