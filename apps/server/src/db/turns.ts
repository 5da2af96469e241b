import type pg from 'pg';
import { asking } from './statements.ts';

/** Connections of a pool that stay free for what comes first, such as a scan, however many others ask. */
const RESERVED = 4;
/** Milliseconds that one waits for a connection. */
export const PATIENCE = 5000;

/**
 * Lets what is usual have all connections of a pool but a few: scans of this process are filed although a hundred people wait for lists. A
 * pool of a handful is left as it is.
 */
export function inTurns(pool: pg.Pool) {
  const most = pool.options.max > 2 * RESERVED ? pool.options.max - RESERVED : Number.POSITIVE_INFINITY;
  let held = 0;
  const waiting: (() => void)[] = [];

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        held++;
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      }, PATIENCE);
      waiting.push(begin);
    });
  const done = () => {
    held--;
    waiting.shift()?.();
  };

  return {
    options: pool.options,
    /** How many wait here, before they wait at the pool. */
    waiting: () => waiting.length,
    async connect(): Promise<pg.PoolClient> {
      if (!asking.getStore()?.usual) return pool.connect();
      if (held < most) held++;
      else await turn();
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
