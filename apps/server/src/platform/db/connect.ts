import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, type PluginTransformResultArgs, PostgresDialect } from 'kysely';
import pg from 'pg';
import { OperatorError, reasonOf } from '../operator-error.ts';
import type { Database } from './database.ts';
import type { Db } from './db.ts';
import { clientClass, hostsOf } from './hosts.ts';
import { PreparingClient } from './prepared.ts';
import { CONNECT_TIMEOUT, reserveConnections } from './priority-pool.ts';
import { sessionOptions } from './session-settings.ts';
import { recordStatement } from './statement-stats.ts';

const { builtins } = pg.types;

/** bigint as a number. Throws beyond 2^53 instead of rounding. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint of the database exceeds 2^53');
  return number;
}

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: wholeNumber,
  [builtins.NUMERIC]: Number,
  /** The session uses the local time zone; the wire format has no fraction and no zone. */
  [builtins.TIMESTAMPTZ]: (text: string) => text.slice(0, 19),
  [builtins.TIMESTAMP]: (text: string) => text.slice(0, 19),
  [builtins.DATE]: (text: string) => text,
  1016: (text: string) => pg.types.getTypeParser(1016 as never)(text as never),
};
/** int8[], element by element. */
parsers[1016] = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : wholeNumber(one)));

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid as never, format as never)) as typeof pg.types.getTypeParser,
};

/** Names columns in SQL. The driver names the fields of rows, so that rows are not copied. */
class ColumnNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  nameFields(client: pg.PoolClient): void {
    // before the driver's own listener; its types lack the connection
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
      for (const field of fields) field.name = this.camelCase(field.name);
    });
  }
}

interface ConnectOptions {
  max?: number;
  applicationName?: string;
  /** A transaction-mode pooler. Notifications, session locks and archives bypass it. */
  poolUrl?: string | undefined;
  /** It supports named prepared statements (PgBouncer from 1.21, with `max_prepared_statements`). */
  poolPrepared?: boolean;
  /** The same database as the schema owner; undefined: the role of `url` owns it. */
  ownerUrl?: string | undefined;
}

interface ConnectionUrls {
  direct: string;
  request: string;
  owner: string | undefined;
}

const urlsByDb = new WeakMap<Db, ConnectionUrls>();

interface Pool {
  pool: pg.Pool;
  clients: Set<pg.PoolClient>;
  /** Receives notifications of this pool's commits before their statements resolve. */
  listener: { channel: string; onNotification: (payload: string) => void } | undefined;
  listening: WeakSet<pg.PoolClient>;
  /** A connection to another server for a statement or transaction that only reads. */
  divert: (() => Promise<pg.PoolClient | undefined> | undefined) | undefined;
  queued(): number;
  mostBusy: number;
  mostWaiting: number;
  opened: number;
  closed: number;
  failed: number;
  /** Time of the last response, monotonic. */
  lastResponseAt: number;
}

const pools = new WeakMap<Db, Pool>();

export function poolOf(db: Db) {
  const poolState = pools.get(db);
  if (!poolState) throw new Error('a transaction has no pool');
  const { pool, clients: _, listener: __, listening: ___, divert: ____, queued, lastResponseAt: _____, ...counters } = poolState;
  return { max: pool.options.max, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount + queued(), ...counters };
}

/** Destroys a connection without the protocol's goodbye, which may never be read. Pending queries fail. */
export function destroyConnection(client: pg.Client | pg.PoolClient): void {
  client.on('error', () => {});
  // the driver's `end` waits for the server; its type lacks the connection
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** Driver internals that are missing in its types. */
interface ClientInternals {
  processID: number | null;
  _activeQuery: object | null;
}

/** Active queries of the pool, by backend process ID. */
export function activeQueriesOf(db: Db): Map<number, { query: object; cut(): void }> {
  const activeQueries = new Map<number, { query: object; cut(): void }>();
  // a pooler reports its own process IDs
  if (isPooled(db)) return activeQueries;
  for (const client of pools.get(db)?.clients ?? []) {
    const { processID, _activeQuery: query } = client as unknown as ClientInternals;
    if (processID && query) activeQueries.set(processID, { query, cut: () => destroyConnection(client) });
  }
  return activeQueries;
}

export function destroyPoolConnections(db: Db): void {
  for (const client of pools.get(db)?.clients ?? []) destroyConnection(client);
}

export const msSinceLastResponse = (db: Db): number => performance.now() - (pools.get(db)?.lastResponseAt ?? Number.NEGATIVE_INFINITY);

/**
 * Lets each connection of the pool listen on `channel`. PostgreSQL sends a connection the notifications of its commit with the answer,
 * so this process applies them before a caller continues. False behind a pooler, whose sessions cannot listen.
 */
export function listenOnPool(db: Db, channel: string, onNotification: (payload: string) => void): boolean {
  const poolState = pools.get(db);
  if (!poolState || isPooled(db)) return false;
  poolState.listener = { channel, onNotification };
  return true;
}

/** A connection of the pool, which its user must release. */
export async function clientOf(db: Db): Promise<pg.PoolClient> {
  const poolState = pools.get(db);
  if (!poolState) throw new Error('a transaction has no pool');
  return poolState.pool.connect();
}

/** @param divert undefined: the connection comes from this pool */
export function divertReads(db: Db, divert: Pool['divert']): void {
  const poolState = pools.get(db);
  if (poolState) poolState.divert = divert;
}

async function ensureListening({ listener, listening }: Pool, client: pg.PoolClient): Promise<void> {
  if (!listener || listening.has(client)) return;
  try {
    await client.query(`listen ${pg.escapeIdentifier(listener.channel)}`);
  } catch (error) {
    // a standby refuses to listen; it takes no writes that would be missed
    if (isReadOnlyRefusal(error)) return;
    throw error;
  }
  listening.add(client);
  const { processID } = client as unknown as ClientInternals;
  // those of other connections arrive elsewhere
  client.on('notification', ({ processId, payload }) => processId === processID && listener.onNotification(payload ?? ''));
}

/** SQLSTATE 25006, read_only_sql_transaction. */
const isReadOnlyRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006';

/** For notifications, session locks and archives. Undefined for a transaction. */
export const directUrlOf = (db: Db): string | undefined => urlsByDb.get(db)?.direct;

/** URL for requests: the pooler's, if configured. */
export const requestUrlOf = (db: Db): string | undefined => urlsByDb.get(db)?.request;

/** URL of the schema owner; undefined: the role of `db` is the owner. */
export const ownerUrlOf = (db: Db): string | undefined => urlsByDb.get(db)?.owner;

export const isPooled = (db: Db): boolean => directUrlOf(db) !== requestUrlOf(db);

export async function onSession<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  const url = directUrlOf(db);
  if (!isPooled(db) || url === undefined) return db.connection().execute(work);
  return onSingleConnection(connect(url, { max: 1 }), work);
}

/**
 * Runs `work` on a temporary session of the schema owner, or on one of `db` if its role is the owner.
 * @throws OperatorError where the role does not own it
 */
export async function onOwner<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  const url = ownerUrlOf(db);
  try {
    return await (url === undefined
      ? onSession(db, work)
      : onSingleConnection(connect(url, { max: 1, applicationName: 'suyuan owner' }), work));
  } catch (cause) {
    if (!isInsufficientPrivilege(cause)) throw cause;
    throw new OperatorError(
      `数据库角色无权改动数据库结构：${reasonOf(cause)}；用 DATABASE_OWNER_URL 指定拥有数据表的角色`,
      'the database role may not change the schema; name the role that owns the tables by DATABASE_OWNER_URL',
      { cause },
    );
  }
}

/** SQLSTATE 42501, insufficient_privilege. */
export const isInsufficientPrivilege = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '42501';

const onSingleConnection = <T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> =>
  db
    .connection()
    .execute(work)
    .finally(() => db.destroy());

/**
 * Opens a pool. Sessions use Asia/Shanghai and time out after 30 s per statement, 5 s per lock and 30 s idle in a transaction. Migrations
 * and long jobs raise their limits with `set local`.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const { max = 10, applicationName = 'suyuan', poolUrl, poolPrepared = false, ownerUrl } = options;
  const requestUrl = poolUrl ?? url;
  const pool = new pg.Pool({
    Client: clientClass(requestUrl, poolUrl && !poolPrepared ? pg.Client : PreparingClient),
    max,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // a pooler shares its sessions, so it accepts no startup options
    ...(!poolUrl && { options: sessionOptions }),
  });
  // The pool replaces a broken connection. One that breaks inside a transaction fails at its next statement.
  const initialCounters = { mostBusy: 0, mostWaiting: 0, opened: 0, closed: 0, failed: 0, lastResponseAt: Number.NEGATIVE_INFINITY };
  const poolState: Pool = {
    ...{ pool, clients: new Set(), listener: undefined, listening: new WeakSet(), divert: undefined, queued: () => 0 },
    ...initialCounters,
  };
  pool.on('error', () => void poolState.failed++);
  const columnNames = new ColumnNames();
  pool.on('connect', (client) => {
    columnNames.nameFields(client);
    poolState.opened++;
    poolState.clients.add(client);
  });
  pool.on('remove', (client) => {
    poolState.closed++;
    poolState.clients.delete(client);
  });
  pool.on('acquire', () => {
    poolState.mostBusy = Math.max(poolState.mostBusy, pool.totalCount - pool.idleCount);
    poolState.mostWaiting = Math.max(poolState.mostWaiting, pool.waitingCount + poolState.queued());
  });
  const hosts = hostsOf(requestUrl);
  const priorityPool = reserveConnections(pool, hosts, (client) => ensureListening(poolState, client));
  poolState.queued = priorityPool.waiting;
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        ...priorityPool,
        end() {
          unsubscribe();
          return priorityPool.end();
        },
        connect: () => poolState.divert?.()?.then((client) => client ?? priorityPool.connect()) ?? priorityPool.connect(),
      },
    }),
    plugins: [columnNames],
    log(event) {
      if (event.level === 'query') poolState.lastResponseAt = performance.now();
      recordStatement(event);
    },
  });
  const unsubscribe = hosts.onMove(() => destroyPoolConnections(db));
  urlsByDb.set(db, { direct: url, request: requestUrl, owner: ownerUrl });
  pools.set(db, poolState);
  return db;
}
