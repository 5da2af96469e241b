import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { followClock, resetClock } from './clock.ts';
import { askedOf, cut, cutPool, isPooled, sinceAnswerOf, usualUrlOf } from './connect.ts';
import type { Db } from './database.types.ts';

/** Milliseconds between two probes. */
const BEAT = 1000;
/** Milliseconds without a response after which the database counts as silent: frozen, or unreachable without an error. */
const SILENCE = 2000;
/** Probes before checking whether PostgreSQL has already sent a pending response. */
const LONG = 5;
/** Milliseconds of silence after which pending queries on old connections fail. */
const GIVE_UP = 15_000;

const silences = new Set<Db>();

/** False for a database that returns errors. */
export const isSilent = (db: Db): boolean => silences.has(db);

const heard = new WeakMap<Db, Set<() => void>>();

export function onSilence(db: Db, told: () => void): () => void {
  const listeners = heard.get(db) ?? new Set();
  heard.set(db, listeners);
  listeners.add(told);
  return () => listeners.delete(told);
}

/**
 * Probes the database and its clock once a second by the route of requests. PostgreSQL's time limits do not help while it is frozen or
 * unreachable: no statement ends, and each occupies a connection.
 */
export function startPulse(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  /** Releases a connection and ignores its later events. */
  const drop = (lost: pg.Client | undefined) => {
    if (!lost || client !== lost) return;
    cut(lost);
    client = undefined;
  };

  /** One probe; an error counts as a response. */
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

  /** Queries without a response at the last probe, with the number of probes. */
  let waited = new Map<object, number>();

  /** Cuts connections that wait for a response PostgreSQL has already sent, as after lost or corrupt bytes. */
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

  /** Whether a response arrived in time. A process that was blocked reads pending data before it decides. */
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
    // connected by now, before the response is awaited
    const asked = client;
    const limit = new AbortController();
    await Promise.race([asking, wait(SILENCE, undefined, { signal: AbortSignal.any([limit.signal, stopping.signal]) }).catch(() => {})]);
    limit.abort();
    for (let turn = 0; turn < 3 && !answered; turn++) await breathe();
    if (!answered) drop(client);
    // behind an overloaded pooler the probe queues, but other responses prove the database alive
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
