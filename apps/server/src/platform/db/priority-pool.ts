import type pg from 'pg';
import { requestStats } from './statement-stats.ts';

/** Connections reserved for urgent work such as scans. */
const RESERVED = 4;
/** Statements after which a request is long, such as a multipart file, and queues behind others each time. */
const LONG_REQUEST_STATEMENTS = 20;
/** Milliseconds to wait for a connection. */
export const CONNECT_TIMEOUT = 5000;

/**
 * Reserves connections for urgent work, so that scans proceed while lists queue; none in a small pool. Requests queue by arrival, so each
 * waits at the end only once.
 */
export function reserveConnections(pool: pg.Pool) {
  const maxInUse = pool.options.max > 2 * RESERVED ? pool.options.max - RESERVED : Number.POSITIVE_INFINITY;
  let inUse = 0;
  const waiting: { at: number; begin: () => void }[] = [];

  const waitForSlot = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        inUse++;
        resolve();
      };
      const waiter = { at, begin };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      }, CONNECT_TIMEOUT);
      waiting.splice(waiting.findLastIndex((other) => other.at <= at) + 1, 0, waiter);
    });
  const releaseSlot = () => {
    inUse--;
    waiting.shift()?.begin();
  };

  return {
    options: pool.options,
    /** Excludes the pool's own queue. */
    waiting: () => waiting.length,
    async connect(): Promise<pg.PoolClient> {
      const stats = requestStats.getStore();
      if (!stats?.isLowPriority) return pool.connect();
      if (inUse < maxInUse) inUse++;
      else await waitForSlot(stats.statements > LONG_REQUEST_STATEMENTS ? performance.now() : stats.arrivedAt);
      try {
        const client = await pool.connect();
        const { release } = client;
        client.release = (error) => {
          client.release = release;
          releaseSlot();
          release(error);
        };
        return client;
      } catch (error) {
        releaseSlot();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
