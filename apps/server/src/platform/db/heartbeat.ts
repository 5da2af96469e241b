import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { addClockSample, resetClock } from './clock.ts';
import { activeQueriesOf, destroyConnection, destroyPoolConnections, isPooled, msSinceLastResponse, requestUrlOf } from './connect.ts';
import type { Db } from './db.ts';
import { createClient, hostsOf } from './hosts.ts';
import { IS_DISTRIBUTED, setDistributed } from './layout.ts';
import { APPLIED } from './migrate.ts';

interface DatabaseState {
  /** Applied migrations, in order. */
  migrations: string[];
  /** Fingerprint of the master key of its codes; null before the first start. */
  fingerprint: string | null;
  /** True on a standby. */
  readOnly: boolean;
  /** A synchronous standby is wanted and none streams: a failover may lose scans. */
  isStandbyMissing: boolean;
}

/**
 * A role without pg_monitor cannot see `sync_state`, so a sender without one counts as a standby.
 * @param isRequired also without `synchronous_standby_names`, which Patroni clears while no standby is there
 */
const isStandbyMissing = (
  isRequired: boolean,
) => sql<boolean>`((${isRequired}::boolean or current_setting('synchronous_standby_names') <> '')
  and not exists (select from pg_stat_replication where sync_state is null or sync_state in ('sync', 'quorum')))`;

/** Uses one statement. */
export async function readState(db: Db, isStandbyRequired = false): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select array(${sql.raw(APPLIED)}) as migrations,
      (select value from installation where name = 'masterKey') as fingerprint,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
      ${isStandbyMissing(isStandbyRequired)} as is_standby_missing`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the heartbeat query returned no row');
  return row;
}

export async function readStandbyMissing(db: Db, isRequired: boolean): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`select ${isStandbyMissing(isRequired)} as missing`.execute(db);
  return rows[0]?.missing ?? false;
}

/** Milliseconds between two probes. */
const PROBE_INTERVAL = 1000;
/** Milliseconds without a response after which the database counts as silent: frozen, or unreachable without an error. */
const SILENCE_TIMEOUT = 2000;
/** Parts of that time. While this process is blocked it reads no response, so that time counts as one part. */
const SILENCE_PARTS = 4;
/** Probes before checking whether PostgreSQL has already sent a pending response. */
const PROBES_BEFORE_CHECK = 5;
/** Milliseconds of silence after which pending queries on old connections fail. */
const GIVE_UP_AFTER = 15_000;

const silentDbs = new Set<Db>();

/** False for a database that returns errors. */
export const isSilent = (db: Db): boolean => silentDbs.has(db);

const silenceListeners = new WeakMap<Db, Set<() => void>>();

export function onSilence(db: Db, listener: () => void): () => void {
  const listeners = silenceListeners.get(db) ?? new Set();
  silenceListeners.set(db, listeners);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Cuts connections that wait for a response PostgreSQL has already sent, as after lost or corrupt bytes. Expects one call per probe. */
function lostQueryCutter(db: Db) {
  /** Queries without a response at the last probe, with the number of probes. */
  let pendingProbes = new Map<object, number>();

  return async (probeClient: pg.Client): Promise<void> => {
    const activeQueries = activeQueriesOf(db);
    pendingProbes = new Map([...activeQueries.values()].map(({ query }) => [query, (pendingProbes.get(query) ?? 0) + 1]));
    const pids = [...activeQueries].flatMap(([pid, { query }]) => ((pendingProbes.get(query) ?? 0) > PROBES_BEFORE_CHECK ? [pid] : []));
    if (pids.length === 0) return;
    const { rows } = await probeClient.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state like 'idle%' and state_change < now() - interval '3 seconds'`,
      [pids],
    );
    const stillActive = activeQueriesOf(db);
    for (const { pid } of rows) if (stillActive.get(pid)?.query === activeQueries.get(pid)?.query) stillActive.get(pid)?.cut();
  };
}

/**
 * Probes the database and its clock once a second by the route of requests. PostgreSQL's time limits do not help while it is frozen or
 * unreachable: no statement ends, and each occupies a connection.
 */
export function startHeartbeat(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  const url = requestUrlOf(db) ?? '';
  const hosts = hostsOf(url);
  const cutLostQueries = lostQueryCutter(db);

  /** Releases a connection and ignores its later events. */
  const dropClient = (staleClient: pg.Client | undefined) => {
    if (!staleClient || client !== staleClient) return;
    destroyConnection(staleClient);
    client = undefined;
  };

  /** One probe; an error counts as a response. */
  async function probe() {
    if (!client) {
      const opened = createClient(url, { application_name: 'suyuan heartbeat', keepAlive: true });
      client = opened;
      opened.on('error', () => dropClient(opened));
      await opened.connect();
    }
    const sentAt = performance.now();
    const { rows } = await client.query<{ now: number; distributed: boolean }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as now, ${IS_DISTRIBUTED} as distributed`,
    );
    if (rows[0]) addClockSample(rows[0].now, sentAt, performance.now());
    setDistributed(rows[0]?.distributed ?? false);
    await cutLostQueries(client);
  }

  /** Whether a response arrived in time. A process that was blocked reads pending data before it decides. */
  async function responds(): Promise<boolean> {
    let hasResponded = false;
    const probing = probe().then(
      () => {
        hasResponded = true;
      },
      () => {
        hasResponded = true;
        dropClient(probedClient);
      },
    );
    // connected by now, before the response is awaited
    const probedClient = client;
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, stopping.signal]);
    for (let part = 0; part < SILENCE_PARTS && !hasResponded && !signal.aborted; part++)
      await Promise.race([probing, wait(SILENCE_TIMEOUT / SILENCE_PARTS, undefined, { signal }).catch(() => {})]);
    limit.abort();
    for (let attempt = 0; attempt < 3 && !hasResponded; attempt++) await yieldToEventLoop();
    if (!hasResponded) dropClient(client);
    // behind an overloaded pooler the probe queues, but other responses prove the database alive
    return hasResponded || (isPooled(db) && msSinceLastResponse(db) < SILENCE_TIMEOUT);
  }

  async function runHeartbeat() {
    let silentSince: number | undefined;
    while (!stopping.signal.aborted) {
      const isResponding = await responds();
      if (stopping.signal.aborted) return;
      if (isResponding) {
        silentSince = undefined;
        silentDbs.delete(db);
        await wait(PROBE_INTERVAL, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
        continue;
      }
      silentSince ??= performance.now();
      silentDbs.add(db);
      for (const listener of silenceListeners.get(db) ?? []) listener();
      await hosts.locate();
      if (performance.now() - silentSince > GIVE_UP_AFTER) destroyPoolConnections(db);
    }
  }
  const heartbeat = runHeartbeat();
  return {
    async stop() {
      stopping.abort();
      await heartbeat;
      resetClock();
      silentDbs.delete(db);
      dropClient(client);
    },
  };
}
