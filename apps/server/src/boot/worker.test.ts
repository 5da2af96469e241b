import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { invalidateEverywhere } from '../platform/cache/cache.ts';
import { localCacheOf } from '../platform/cache/local-cache.ts';
import { connect } from '../platform/db/connect.ts';
import { startTestServer, type TestServer } from '../test/test-server.ts';
import { startWorker } from './worker.ts';

describe('worker without a server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('invalidates its cache when another process changes data, as long as it runs', async () => {
    const db = connect(server.url, { max: 4 });
    const worker = await startWorker({ ...server.installation, db });
    // cached until an invalidation arrives
    const cache = localCacheOf<string>(db, 'role_grants');
    const change = async () => {
      cache.put('one', 'old');
      await invalidateEverywhere(server.db, server.db, 'role_grants');
      await setTimeout(50);
      return cache.get('one');
    };
    await expect.poll(change).toBeUndefined();
    await worker.stop();
    for (let round = 0; round < 3; round++) expect(await change()).toBe('old');
    await db.destroy();
  });
});
