import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { cut, cutPool, listenUrlOf } from './connect.ts';
import type { Db } from './database.types.ts';

/** Milliseconds between two beats. */
const BEAT = 1000;
/** Milliseconds without an answer after which the database is silent: it is frozen, or the way to it is cut without a word. */
const SILENCE = 2000;
/** Milliseconds of silence after which what still waits for an answer on an old connection is given up. */
const GIVE_UP = 15_000;

const silences = new Set<Db>();

/** Whether the database behind `db` has stopped answering; a database that refuses says so itself and is not silent. */
export const isSilent = (db: Db): boolean => silences.has(db);

const heard = new WeakMap<Db, Set<() => void>>();

/** Calls `told` each time the database falls silent. */
export function onSilence(db: Db, told: () => void): () => void {
  const listeners = heard.get(db) ?? new Set();
  heard.set(db, listeners);
  listeners.add(told);
  return () => listeners.delete(told);
}

/**
 * Asks the database once a second whether it is there, on a connection of its own, until it is stopped. PostgreSQL's own time limits are of
 * no use while it is frozen or unreachable: no statement ends, and each holds its place in the pool.
 */
export function startPulse(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const drop = () => {
    if (client) cut(client);
    client = undefined;
  };

  /** One question and its answer; an error is an answer too. */
  async function ask() {
    if (!client) {
      client = new pg.Client({ connectionString: listenUrlOf(db), application_name: 'suyuan pulse', keepAlive: true });
      client.on('error', drop);
      await client.connect();
    }
    await client.query('select 1');
  }

  /** Whether an answer came in time. A process that was itself held up reads what came meanwhile before it judges. */
  async function answers(): Promise<boolean> {
    let answered = false;
    const asking = ask().then(
      () => {
        answered = true;
      },
      () => {
        answered = true;
        drop();
      },
    );
    const limit = new AbortController();
    await Promise.race([asking, wait(SILENCE, undefined, { signal: AbortSignal.any([limit.signal, stopping.signal]) }).catch(() => {})]);
    limit.abort();
    for (let turn = 0; turn < 3 && !answered; turn++) await breathe();
    if (!answered) drop();
    return answered;
  }

  async function beat() {
    let since: number | undefined;
    while (!stopping.signal.aborted) {
      const well = await answers();
      if (stopping.signal.aborted) return;
      if (well) {
        since = undefined;
        silences.delete(db);
        await wait(BEAT, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
        continue;
      }
      since ??= performance.now();
      silences.add(db);
      for (const told of heard.get(db) ?? []) told();
      if (performance.now() - since > GIVE_UP) cutPool(db);
    }
  }
  const beating = beat();
  return {
    async stop() {
      stopping.abort();
      await beating;
      silences.delete(db);
      drop();
    },
  };
}
