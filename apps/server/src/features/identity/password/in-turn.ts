const queues = new Map<string, Promise<unknown>>();

/**
 * Runs jobs of one `key` in sequence within this process. Concurrent sign-ins of one user are then not counted as failures in progress.
 * Across processes only the count in the database applies.
 */
export async function runInSequence<T>(key: string, work: () => Promise<T>): Promise<T> {
  const previous = queues.get(key) ?? Promise.resolve();
  const current = previous.then(work, work);
  const tail = current.catch(() => {});
  queues.set(key, tail);
  try {
    return await current;
  } finally {
    if (queues.get(key) === tail) queues.delete(key);
  }
}
