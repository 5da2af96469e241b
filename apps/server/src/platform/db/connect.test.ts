import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { directUrlOf, listenOnPool } from './connect.ts';
import { createClient } from './hosts.ts';

it('a pool serves reads of a standby, which refuses to listen, and listens after its promotion', async () => {
  const { db, close } = await cloneDatabase();
  const received: string[] = [];
  listenOnPool(db, 'cache', (payload) => received.push(payload));
  const refusal = Object.assign(new pg.DatabaseError('cannot execute LISTEN during recovery', 0, 'error'), { code: '25006' });
  const { query } = pg.Client.prototype;
  const standby = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return String(args[0]).startsWith('listen') ? Promise.reject(refusal) : Reflect.apply(query, this, args);
  });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  standby.mockRestore();
  await sql`select pg_notify('cache', 'own')`.execute(db);
  expect(received).toEqual(['own']);
  await close();
});

it('a connection that the server ends before anybody uses it fails its next query, and not the process', async () => {
  const { db, close } = await cloneDatabase();
  const client = createClient(directUrlOf(db) ?? '', { application_name: 'suyuan ended' });
  await client.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'suyuan ended'`.execute(db);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow('not queryable');
  await close();
});
