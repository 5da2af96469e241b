const queues = new Map<string, Promise<unknown>>();

/**
 * Runs jobs of one `key` in sequence within this process. Concurrent sign-ins of one user are then not counted as failures in progress.
 * Across processes only the count in the database applies.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  const turn = before.then(work, work);
  const settled = turn.catch(() => {});
  queues.set(key, settled);
  try {
    return await turn;
  } finally {
    if (queues.get(key) === settled) queues.delete(key);
  }
}
