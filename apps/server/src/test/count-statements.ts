import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';
import { CHECK } from '../platform/db/listen.ts';

const counter = new AsyncLocalStorage<{ statements: number }>();

/** Statements that `work` causes, without those of background work and the checks of the connection for notifications. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  const querySpy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const count = counter.getStore();
    if (count && args[0] !== CHECK) count.statements++;
    return Reflect.apply(query, this, args);
  });
  const count = { statements: 0 };
  try {
    await counter.run(count, work);
    return count.statements;
  } finally {
    querySpy.mockRestore();
  }
}
