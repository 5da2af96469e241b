const queues = new Map<string, Promise<unknown>>();

/**
 * Runs the works of one `key` one after another in this process, so that somebody who signs in six times at once is not
 * mistaken for six wrong tries under way. Over several processes only the count in the database holds.
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
