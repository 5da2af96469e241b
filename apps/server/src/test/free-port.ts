import { freePort as anyFreePort } from '../platform/db/embedded/postmaster.ts';

/** Above the number of workers of a test run. */
const WORKERS = 8;
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS;
const taken = new Set<number>();

/** A free loopback port that no other test gets before this one uses it: each worker has its own ports, and gives out each once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyFreePort();
    if (port % WORKERS !== worker || taken.has(port)) continue;
    taken.add(port);
    return port;
  }
}
