import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { listenOnPool } from './connect.ts';

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
