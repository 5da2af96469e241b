import pg from 'pg';
import { vi } from 'vitest';

export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return querySpy.mock.calls.length;
  } finally {
    querySpy.mockRestore();
  }
}
