import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { clientOf, connect, destroyPoolConnections, divertReads, poolOf } from './connect.ts';
import { isTransientError } from './database-errors.ts';
import type { Db } from './db.ts';
import { createClient } from './hosts.ts';

/** Milliseconds between two looks at the positions of primary and standby. */
const INTERVAL = 250;
/** Milliseconds without an answer after which the standby counts as gone. */
const SILENCE_TIMEOUT = 2000;
/** Bytes of a WAL page, and of its headers. */
const WAL_PAGE = 8192;
const WAL_HEADERS = [24, 40];

/** Why a list was read from the primary, or `standby`. */
const targets = ['standby', 'own_write', 'behind', 'gone', 'repeated'] as const;
type ReadTarget = (typeof targets)[number];

interface Standby {
  db: Db;
  /** Milliseconds that a read may be behind. */
  lagBound: number;
  isUp: boolean;
  /** Milliseconds; undefined while unknown. */
  lag: number | undefined;
  /** Positions of the primary in its WAL, oldest first. Everything committed before `at` (`performance.now()`) is before `position`. */
  samples: { at: number; position: number }[];
  /** Time of the last write by user, by `performance.now()`. */
  writes: Map<number, number>;
  /** Time of the last change to users, departments or rights. Lists of all users must include it. */
  rightsChangedAt: number;
  /** Position that the standby of a connection has replayed, as last read. It only grows. */
  replayed: WeakMap<pg.PoolClient, number>;
  /** Whether this process knows what users wrote through other processes. */
  hearsWrites(): boolean;
  reads: Record<ReadTarget, number>;
}

const standbys = new WeakMap<Db, Standby>();

/** A read of one user. Undefined: on the primary. */
const reading = new AsyncLocalStorage<{ standby: Standby; position: number; isUsed: boolean } | undefined>();

/** Whether rows that are read now may be behind the primary, so that they must not be remembered. */
export const isReadingStandby = (): boolean => reading.getStore() !== undefined;

/** For rows that this process remembers, or that a decision needs. */
export const readPrimary = <T>(read: () => Promise<T>): Promise<T> => (isReadingStandby() ? reading.run(undefined, read) : read());

/**
 * Runs `read` on the standby if it has everything that the user wrote and everything older than the lag bound, otherwise on the primary.
 * `read` must not write. It runs again on the primary if the standby fails.
 * @param db the pool
 */
export async function readStandby<T>(db: Db, userId: number, read: () => Promise<T>): Promise<T> {
  const standby = standbys.get(db);
  if (!standby) return read();
  const position = standby.isUp && standby.hearsWrites() ? requiredPosition(standby, userId) : undefined;
  if (position === undefined) {
    standby.reads[standby.isUp ? 'own_write' : 'gone']++;
    return read();
  }
  const context = { standby, position, isUsed: false };
  try {
    const result = await reading.run(context, read);
    standby.reads[context.isUsed ? 'standby' : 'behind']++;
    return result;
  } catch (error) {
    if (!isTransientError(error)) throw error;
    standby.reads.repeated++;
    return read();
  }
}

/** Undefined without a position that includes the last write of the user. */
function requiredPosition({ samples, writes, rightsChangedAt, lagBound }: Standby, userId: number): number | undefined {
  const since = Math.max(performance.now() - lagBound, rightsChangedAt, writes.get(userId) ?? Number.NEGATIVE_INFINITY);
  return samples.find(({ at }) => at >= since)?.position;
}

/** Later reads of the user see what was committed before this call. True if this process reads from a standby. */
export function noteWrite(db: Db, userId: number): boolean {
  const standby = standbys.get(db);
  standby?.writes.set(userId, performance.now());
  return standby !== undefined;
}

/** Later reads of all users see what was committed before this call. */
export function noteRightsChange(db: Db): void {
  const standby = standbys.get(db);
  if (standby) standby.rightsChangedAt = performance.now();
}

export const standbyStats = (db: Db) => {
  const { isUp, lag, reads } = standbys.get(db) ?? {};
  return reads && { isUp, lag, reads: { ...reads } };
};

/** A page header between two records belongs to neither. */
function endOfRecord(position: number): number {
  const offset = position % WAL_PAGE;
  return WAL_HEADERS.includes(offset) ? position - offset : position;
}

const PRIMARY_POSITION = sql<{ position: number }>`select pg_current_wal_insert_lsn() - '0/0' as position`;
const STANDBY_POSITION = `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0')::float8 as position`;

/** A standby has the identity of its primary. On Citus, the position of a coordinator says nothing about the workers. */
const IDENTITY = `select (select system_identifier from pg_control_system())::text || '/' || oid as identity,
  exists (select from pg_extension where extname = 'citus') as "isDistributed" from pg_database where datname = current_database()`;

interface Identity {
  identity: string;
  isDistributed: boolean;
}

interface StandbyPosition {
  standby: boolean;
  position: number | null;
}

/** A connection to a standby that has replayed `position`. */
async function standbyConnection(standby: Standby, position: number): Promise<pg.PoolClient | undefined> {
  if (!standby.isUp) return undefined;
  const { max, open, idle } = poolOf(standby.db);
  // all are busy: the primary answers sooner
  if (idle === 0 && open >= max) return undefined;
  const client = await clientOf(standby.db).catch(() => undefined);
  if (!client) {
    standby.isUp = false;
    return undefined;
  }
  if ((standby.replayed.get(client) ?? -1) >= position) return client;
  try {
    const { rows } = await client.query<StandbyPosition>(STANDBY_POSITION);
    const replayed = rows[0]?.standby ? (rows[0].position ?? -1) : -1;
    standby.replayed.set(client, replayed);
    if (replayed >= position) return client;
    client.release();
  } catch {
    client.release(true);
  }
  return undefined;
}

/**
 * Lets reads of `db` use the standby at `url`.
 * @param lagBound milliseconds
 */
export function openStandby(
  db: Db,
  url: string,
  { max, lagBound, hearsWrites }: { max: number; lagBound: number; hearsWrites(): boolean },
) {
  const standbyDb = connect(url, { max, applicationName: 'suyuan standby' });
  const standby: Standby = {
    ...{ db: standbyDb, lagBound, hearsWrites, isUp: false, lag: undefined, samples: [], writes: new Map(), replayed: new WeakMap() },
    rightsChangedAt: Number.NEGATIVE_INFINITY,
    reads: { standby: 0, own_write: 0, behind: 0, gone: 0, repeated: 0 },
  };
  standbys.set(db, standby);
  divertReads(db, () => {
    const context = reading.getStore();
    if (context?.standby !== standby) return undefined;
    return standbyConnection(standby, context.position).then((client) => {
      if (client) context.isUsed = true;
      return client;
    });
  });
  const stopping = new AbortController();
  let probe: pg.Client | undefined;

  async function samplePrimary() {
    const at = performance.now();
    const { rows } = await PRIMARY_POSITION.execute(db);
    if (rows[0]) standby.samples.push({ at, position: endOfRecord(rows[0].position) });
    // one that is older than the bound remains, to measure the lag
    while ((standby.samples[1]?.at ?? at) < at - 2 * lagBound) standby.samples.shift();
    for (const [userId, time] of standby.writes) if (time < at - 2 * lagBound) standby.writes.delete(userId);
  }

  /** On failure `markGone` ends the connection. */
  async function openProbe() {
    probe = createClient(url, {
      application_name: 'suyuan standby heartbeat',
      connectionTimeoutMillis: SILENCE_TIMEOUT,
      query_timeout: SILENCE_TIMEOUT,
    });
    await probe.connect();
    const primary = await sql.raw<Identity>(IDENTITY).execute(db);
    const { rows } = await probe.query<Identity>(IDENTITY);
    if (rows[0]?.identity !== primary.rows[0]?.identity || rows[0]?.isDistributed)
      throw new Error('the host is no standby of this database');
    return probe;
  }

  async function probeStandby() {
    probe ??= await openProbe();
    const { rows } = await probe.query<StandbyPosition>(STANDBY_POSITION);
    const { standby: isStandby = false, position = null } = rows[0] ?? {};
    if (!isStandby || position === null) throw new Error('the host is no standby');
    const current = standby.samples.findLast((sample) => sample.position <= position);
    standby.lag = current && Math.max(0, (standby.samples.at(-1)?.at ?? 0) - current.at);
    standby.isUp = true;
  }

  function markGone() {
    standby.isUp = false;
    standby.lag = undefined;
    probe?.end().catch(() => {});
    probe = undefined;
    // a frozen standby would hold its readers
    destroyPoolConnections(standbyDb);
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      await Promise.all([samplePrimary().catch(() => {}), probeStandby().catch(markGone)]);
      await wait(INTERVAL, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      standbys.delete(db);
      await probe?.end().catch(() => {});
      await standbyDb.destroy();
    },
  };
}
