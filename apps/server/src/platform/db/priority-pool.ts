import type pg from 'pg';
import { asking } from './statements.ts';

/** Connections reserved for urgent work such as scans. */
const RESERVED = 4;
/** Statements after which a request is long, such as a multipart file, and queues behind others each time. */
const LONG = 20;
/** Milliseconds to wait for a connection. */
export const PATIENCE = 5000;

/**
 * Reserves connections for urgent work, so that scans proceed while lists queue; none in a small pool. Requests queue by arrival, so each
 * waits at the end only once.
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
    /** Excludes the pool's own queue. */
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
