import type pg from 'pg';
import type { hostsOf } from './hosts.ts';
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
 * @param prepare runs before a connection is used
 */
export function reserveConnections(pool: pg.Pool, hosts: ReturnType<typeof hostsOf>, prepare: (client: pg.PoolClient) => Promise<void>) {
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
  /** Once more where another host takes writes now. */
  const connectToHost = async () => {
    const { current } = hosts;
    try {
      return await pool.connect();
    } catch (error) {
      if (hosts.current === current) throw error;
      return pool.connect();
    }
  };
  const connect = async () => {
    const client = await connectToHost();
    try {
      await prepare(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  };
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
      if (!stats?.isLowPriority) return connect();
      if (inUse < maxInUse) inUse++;
      else await waitForSlot(stats.statements > LONG_REQUEST_STATEMENTS ? performance.now() : stats.arrivedAt);
      try {
        const client = await connect();
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
