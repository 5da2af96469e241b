import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Refusal, reasonOf } from '../refusal.ts';
import type { Database } from './database.ts';
import type { Db } from './database.types.ts';
import { PreparingClient } from './prepared.ts';
import { PATIENCE, reserveConnections } from './priority-pool.ts';
import { sessionOptions } from './session.ts';
import { noteStatement } from './statements.ts';

const { builtins } = pg.types;

/** bigint as a JSON number; nothing of ours exceeds 2^53, and what does is refused rather than rounded. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint of the database exceeds 2^53');
  return number;
}

const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: wholeNumber,
  [builtins.NUMERIC]: Number,
  /** The session's zone has made it local time already; the wire has no fraction and no zone. */
  [builtins.TIMESTAMPTZ]: (text: string) => text.slice(0, 19),
  [builtins.TIMESTAMP]: (text: string) => text.slice(0, 19),
  [builtins.DATE]: (text: string) => text,
  1016: (text: string) => pg.types.getTypeParser(1016 as never)(text as never),
};
/** int8[]: as int8, element by element. */
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

interface ConnectOptions {
  max?: number;
  applicationName?: string;
  /** A pooler before the database that lends a session for one transaction: all but notices, locks of a session and archives goes there. */
  poolUrl?: string | undefined;
  /** It keeps named statements apart (PgBouncer from 1.21, with `max_prepared_statements`). */
  poolPrepared?: boolean;
  /** The same database as the role that owns the schema; without one, the role of `url` owns it. */
  ownerUrl?: string | undefined;
}

/** Ways to a database: to itself, the one that requests go, and the one as the owner of the schema. */
interface Ways {
  direct: string;
  usual: string;
  owner: string | undefined;
}

const waysTo = new WeakMap<Db, Ways>();

/** A pool with what it has been through since it was opened. */
interface Pool {
  pool: pg.Pool;
  clients: Set<pg.PoolClient>;
  /** How many wait for their turn at it. */
  queued(): number;
  mostBusy: number;
  mostWaiting: number;
  opened: number;
  closed: number;
  failed: number;
  /** When a statement was last answered, by the stopwatch. */
  answeredAt: number;
}

const pools = new WeakMap<Db, Pool>();

/** How the pool behind `db` stands: connections open, idle and waited for, their peaks, and how many came, went and failed. */
export function poolOf(db: Db) {
  const known = pools.get(db);
  if (!known) throw new Error('a transaction has no pool');
  const { pool, clients: _, queued, answeredAt: __, ...past } = known;
  return { max: pool.options.max, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount + queued(), ...past };
}

/** Ends a connection without a word: its other end may never read one. Whoever waits for an answer on it is told that it is lost. */
export function cut(client: pg.Client | pg.PoolClient): void {
  client.on('error', () => {});
  // the driver's own way to say goodbye waits for an answer; its type does not name the connection
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** What the driver keeps of a connection and its types do not name. */
interface Inner {
  processID: number | null;
  _activeQuery: object | null;
}

/** Connections of the pool behind `db` that wait for an answer: the question, by PostgreSQL's number of the process that was asked. */
export function askedOf(db: Db): Map<number, { question: object; cut(): void }> {
  const asked = new Map<number, { question: object; cut(): void }>();
  // the numbers that a pooler tells are its own
  if (isPooled(db)) return asked;
  for (const client of pools.get(db)?.clients ?? []) {
    const { processID, _activeQuery: question } = client as unknown as Inner;
    if (processID && question) asked.set(processID, { question, cut: () => cut(client) });
  }
  return asked;
}

/** Cuts every connection of the pool behind `db`; it opens others when asked. */
export function cutPool(db: Db): void {
  for (const client of pools.get(db)?.clients ?? []) cut(client);
}

/** Milliseconds since a statement of the pool behind `db` was last answered. */
export const sinceAnswerOf = (db: Db): number => performance.now() - (pools.get(db)?.answeredAt ?? Number.NEGATIVE_INFINITY);

/** The address of the database itself, for what needs a session of its own: notices, locks, archives. Undefined for a transaction. */
export const directUrlOf = (db: Db): string | undefined => waysTo.get(db)?.direct;

/** The address that requests go to: a pooler's, where there is one. */
export const usualUrlOf = (db: Db): string | undefined => waysTo.get(db)?.usual;

/** The address of the database as the owner of the schema; undefined where the role of `db` owns it. */
export const ownerUrlOf = (db: Db): string | undefined => waysTo.get(db)?.owner;

/** Whether a pooler stands between `db` and the database. */
export const isPooled = (db: Db): boolean => directUrlOf(db) !== usualUrlOf(db);

/** Runs `work` on one session of the database itself, which keeps what is set or locked in it. */
export async function onSession<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  const url = directUrlOf(db);
  if (!isPooled(db) || url === undefined) return db.connection().execute(work);
  return onOne(connect(url, { max: 1 }), work);
}

/**
 * Runs `work` on one session of the role that owns the schema, opened for this work alone; on one of `db` where its own role does.
 * @throws Refusal where the role does not own it
 */
export async function onOwner<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  const url = ownerUrlOf(db);
  try {
    return await (url === undefined ? onSession(db, work) : onOne(connect(url, { max: 1, applicationName: 'suyuan owner' }), work));
  } catch (cause) {
    if (!isRightMissing(cause)) throw cause;
    throw new Refusal(
      `数据库角色无权改动数据库结构：${reasonOf(cause)}；用 DATABASE_OWNER_URL 指定拥有数据表的角色`,
      'the database role may not change the schema; name the role that owns the tables by DATABASE_OWNER_URL',
      { cause },
    );
  }
}

/** Whether PostgreSQL refused a statement because the role lacks a right. */
export const isRightMissing = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '42501';

const onOne = <T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> =>
  db
    .connection()
    .execute(work)
    .finally(() => db.destroy());

/**
 * Opens a pool. Sessions are in Asia/Shanghai and cut statements after 30 s, waits for locks after 5 s, idle transactions after 30 s;
 * a migration or a long job lifts its own limit with `set local`.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const { max = 10, applicationName = 'suyuan', poolUrl, poolPrepared = false, ownerUrl } = options;
  const pool = new pg.Pool({
    Client: poolUrl && !poolPrepared ? pg.Client : PreparingClient,
    connectionString: poolUrl ?? url,
    max,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: PATIENCE,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // a pooler takes no wishes: its sessions are many people's, one after another
    ...(!poolUrl && { options: sessionOptions }),
  });
  // A broken connection is the pool's own business: it is dropped and the next request opens another. One that breaks between two
  // statements of a transaction tells nobody but itself; its next statement fails.
  const none = { mostBusy: 0, mostWaiting: 0, opened: 0, closed: 0, failed: 0, answeredAt: Number.NEGATIVE_INFINITY };
  const known: Pool = { pool, clients: new Set(), queued: () => 0, ...none };
  pool.on('error', () => void known.failed++);
  pool.on('connect', (client) => {
    known.opened++;
    known.clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => {
    known.closed++;
    known.clients.delete(client);
  });
  pool.on('acquire', () => {
    known.mostBusy = Math.max(known.mostBusy, pool.totalCount - pool.idleCount);
    known.mostWaiting = Math.max(known.mostWaiting, pool.waitingCount + known.queued());
  });
  const turns = reserveConnections(pool);
  known.queued = turns.waiting;
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: turns }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log(event) {
      if (event.level === 'query') known.answeredAt = performance.now();
      noteStatement(event);
    },
  });
  waysTo.set(db, { direct: url, usual: poolUrl ?? url, owner: ownerUrl });
  pools.set(db, known);
  return db;
}
