import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { followClock, resetClock } from './clock.ts';
import { askedOf, cut, cutPool, isPooled, sinceAnswerOf, usualUrlOf } from './connect.ts';
import type { Db } from './database.types.ts';

/** Milliseconds between two beats. */
const BEAT = 1000;
/** Milliseconds without an answer after which the database is silent: it is frozen, or the way to it is cut without a word. */
const SILENCE = 2000;
/** Beats for which one waits for an answer before it is asked whether PostgreSQL gave it already. */
const LONG = 5;
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
 * Asks the database once a second whether it is there and what time it is, on a connection of its own and the way that requests go, until it is stopped. PostgreSQL's own time limits are of
 * no use while it is frozen or unreachable: no statement ends, and each holds its place in the pool.
 */
export function startPulse(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  /** Lets go of a connection; of one that was let go already, whose end is told late, nothing more is heard. */
  const drop = (lost: pg.Client | undefined) => {
    if (!lost || client !== lost) return;
    cut(lost);
    client = undefined;
  };

  /** One question and its answer; an error is an answer too. */
  async function ask() {
    if (!client) {
      const opened = new pg.Client({ connectionString: usualUrlOf(db), application_name: 'suyuan pulse', keepAlive: true });
      client = opened;
      opened.on('error', () => drop(opened));
      await opened.connect();
    }
    const asked = performance.now();
    const { rows } = await client.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
    if (rows[0]) followClock(rows[0].now, asked, performance.now());
    await findLost(client);
  }

  /** Questions that nobody had answered at the beat before, and for how many beats. */
  let waited = new Map<object, number>();

  /** Cuts connections on which we wait for an answer that PostgreSQL gave long ago: a byte of it was lost or changed on the way. */
  async function findLost(asker: pg.Client) {
    const asked = askedOf(db);
    waited = new Map([...asked.values()].map(({ question }) => [question, (waited.get(question) ?? 0) + 1]));
    const pids = [...asked].flatMap(([pid, { question }]) => ((waited.get(question) ?? 0) > LONG ? [pid] : []));
    if (pids.length === 0) return;
    const { rows } = await asker.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state like 'idle%' and state_change < now() - interval '3 seconds'`,
      [pids],
    );
    const still = askedOf(db);
    for (const { pid } of rows) if (still.get(pid)?.question === asked.get(pid)?.question) still.get(pid)?.cut();
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
        drop(asked);
      },
    );
    // made by then, before its answer is waited for
    const asked = client;
    const limit = new AbortController();
    await Promise.race([asking, wait(SILENCE, undefined, { signal: AbortSignal.any([limit.signal, stopping.signal]) }).catch(() => {})]);
    limit.abort();
    for (let turn = 0; turn < 3 && !answered; turn++) await breathe();
    if (!answered) drop(client);
    // a pooler with too much to do lets the pulse wait behind the work, whose answers show that all is there
    return answered || (isPooled(db) && sinceAnswerOf(db) < SILENCE);
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
      resetClock();
      silences.delete(db);
      drop(client);
    },
  };
}
