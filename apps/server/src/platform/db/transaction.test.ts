import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { afterCommit, inSavepoint, inTransaction, reportAfterCommitErrors } from './transaction.ts';

describe('after-commit callbacks', () => {
  let server: TestServer;
  let done: string[];
  const recordLater = (what: string) => async () => void done.push(what);

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('run in order after the commit, and not after a rollback of their transaction or savepoint', async () => {
    done = [];
    await inTransaction(server.db, async (tx) => {
      await afterCommit(tx, recordLater('first'));
      await inSavepoint(tx, true, () => afterCommit(tx, recordLater('tried')));
      const refused = inSavepoint(tx, false, async () => {
        await inSavepoint(tx, false, () => afterCommit(tx, recordLater('within')));
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      await inSavepoint(tx, false, () => afterCommit(tx, recordLater('kept')));
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['first', 'kept']);
    const failedTransaction = inTransaction(server.db, async (tx) => {
      await afterCommit(tx, recordLater('lost'));
      throw new Error('lost');
    });
    await expect(failedTransaction).rejects.toThrow('lost');
    expect(done).toEqual(['first', 'kept']);
  });

  it('get the pool, run at once without a transaction, and are never dropped silently', async () => {
    done = [];
    const ofPool = async (pool: unknown) => void done.push(String(pool === server.db));
    await afterCommit(server.db, ofPool);
    await inTransaction(server.db, (tx) => afterCommit(tx, ofPool));
    expect(done).toEqual(['true', 'true']);
    await expect(server.db.transaction().execute((tx) => afterCommit(tx, ofPool))).rejects.toThrow('inTransaction');
  });

  it('cannot fail the committed transaction: each error is reported, and the next one runs', async () => {
    done = [];
    reportAfterCommitErrors(server.db, (error) => done.push(String(error)));
    const failing = () => {
      throw new Error('the storage is full');
    };
    const result = await inTransaction(server.db, async (tx) => {
      await afterCommit(tx, failing);
      await afterCommit(tx, recordLater('second'));
      return 'committed';
    });
    expect(result).toBe('committed');
    await afterCommit(server.db, failing);
    expect(done).toEqual(['Error: the storage is full', 'second', 'Error: the storage is full']);
  });
});
