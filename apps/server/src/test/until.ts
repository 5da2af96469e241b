import { setTimeout as wait } from 'node:timers/promises';

/**
 * Repeats `check` until it neither throws nor returns `false`, and returns its result. The limit only ends a test that hangs: it leaves
 * time for a busy machine.
 *
 * @throws the last error of `check` after `seconds`
 */
export async function until<T>(check: () => T | Promise<T>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result;
      if (Date.now() > deadline) throw new Error(`this never came true: ${check}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await wait(20);
  }
}
