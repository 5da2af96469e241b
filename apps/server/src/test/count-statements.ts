import pg from 'pg';
import { vi } from 'vitest';
import { CHECK } from '../platform/db/listen.ts';

/** Without the checks of the connection for notifications, which run at any time. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return querySpy.mock.calls.filter(([statement]) => (statement as unknown) !== CHECK).length;
  } finally {
    querySpy.mockRestore();
  }
}
