import type pg from 'pg';
import { asking } from './statements.ts';

/** Connections of a pool that stay free for what comes first, such as a scan, however many others ask. */
const RESERVED = 4;
/** Statements after which a request is a long one, such as a file of many parts, and stands behind whoever is there each time. */
const LONG = 20;
/** Milliseconds that one waits for a connection. */
export const PATIENCE = 5000;

/**
 * Lets what is usual have all connections of a pool but a few: scans of this process are filed although a hundred people wait for lists. A
 * pool of a handful is left as it is. Whoever came first goes first at each of its turns: a request that asks five times is not behind
 * everybody five times.
 */
export function reserveConnections(pool: pg.Pool) {
  const most = pool.options.max > 2 * RESERVED ? pool.options.max - RESERVED : Number.POSITIVE_INFINITY;
  let held = 0;
  const waiting: { at: number; begin: () => void }[] = [];

  const turn = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        held++;
        resolve();
      };
      const waiter = { at, begin };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      }, PATIENCE);
      waiting.splice(waiting.findLastIndex((other) => other.at <= at) + 1, 0, waiter);
    });
  const done = () => {
    held--;
    waiting.shift()?.begin();
  };

  return {
    options: pool.options,
    /** How many wait here, before they wait at the pool. */
    waiting: () => waiting.length,
    async connect(): Promise<pg.PoolClient> {
      const asked = asking.getStore();
      if (!asked?.usual) return pool.connect();
      if (held < most) held++;
      else await turn(asked.statements > LONG ? performance.now() : asked.at);
      try {
        const client = await pool.connect();
        const { release } = client;
        client.release = (error) => {
          client.release = release;
          done();
          release(error);
        };
        return client;
      } catch (error) {
        done();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
