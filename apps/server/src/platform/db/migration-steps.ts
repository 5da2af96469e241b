import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Sentence, sentence } from '../operator-error.ts';
import type { Db } from './db.ts';

/** A change of the schema, forward only. */
export interface Migration {
  /** Short statements. All pending ones are one transaction that waits at most half a second for a lock and is repeated. */
  up(db: Kysely<unknown>): Promise<void>;
  /** What must not be one transaction, e.g. on a large table: `createIndex`, `dropIndex`, `backfill`. */
  steps?: readonly Step[];
  /** True for a change with which the release before cannot work, such as a dropped column. That release then refuses to start. */
  required?: boolean;
}

/**
 * Runs after all pending `up`s are committed, in order, outside a transaction and before this release serves. The release before serves
 * meanwhile. A step that was interrupted runs again with the progress that it saved; one that ended is recorded and never repeated.
 */
export interface Step {
  /** Unique in the migration. */
  name: string;
  table: string;
  /** Locks that it takes on the table, and other ones on a partitioned table. Those for a moment wait at most half a second. */
  lock: string;
  partitionedLock?: string;
  run(context: StepContext): Promise<void>;
}

export interface StepContext {
  /** Of the schema owner, outside a transaction and without a limit of time. */
  session: Db;
  /** What `save` stored last; undefined at first. */
  progress: unknown;
  /** Stores the progress with the work of the same transaction. */
  save(tx: Db, progress: unknown): Promise<void>;
  /** Runs a transaction that waits at most half a second for a lock and is repeated. */
  attempt<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Only now and then reaches the operator. */
  report(message: Sentence): void;
  /** Throws if the process is to end. */
  proceed(): void;
}

/** Bytes of a table up to which an index is built at once, in a moment. */
const SMALL_TABLE = 4 * 1024 * 1024;

interface IndexOptions {
  unique?: boolean;
  smallTable?: number;
}

/**
 * Creates an index without stopping writes. On a partitioned table it is built on one partition after the other.
 * @param definition what follows `create index … on <table>`, e.g. `(device, scan_id) where device <> ''`
 */
export const createIndex = (
  name: string,
  table: string,
  definition: string,
  { unique = false, smallTable = SMALL_TABLE }: IndexOptions = {},
): Step => ({
  name: `create ${name}`,
  table,
  lock: 'share update exclusive',
  partitionedLock: 'share update exclusive, share for a moment',
  async run({ session, attempt, proceed, report }) {
    const create = (db: Db, mode: string, index: string, on: string) =>
      sql.raw(`create ${unique ? 'unique ' : ''}index ${mode} ${index} on ${on} ${definition}`).execute(db);
    /** Builds again what an interrupted run left behind. */
    const build = async (index: string, on: string) => {
      const state = await indexState(session, index);
      if (state === 'valid') return;
      if (state === 'invalid') await sql.raw(`drop index concurrently ${index}`).execute(session);
      await create(session, 'concurrently', index, on);
    };
    const state = await indexState(session, name);
    if (state === 'valid') return;
    const isSmall = state === undefined && (await sizeOf(session, table)) < smallTable;
    if (!(isSmall || (await isPartitioned(session, table)))) return build(name, table);
    const partitions = isSmall ? [] : await listPartitions(session, table);
    for (const [index, partition] of partitions.entries()) {
      proceed();
      report(
        sentence(
          `建索引 ${name}：第 ${index + 1} 个分区，共 ${partitions.length} 个`,
          `index ${name}: partition ${index + 1} of ${partitions.length}`,
        ),
      );
      await build(`${partition}_${name.startsWith(`${table}_`) ? name.slice(table.length + 1) : name}`, partition);
    }
    // takes over the indexes of the partitions, on a cluster those of each worker
    await attempt((tx) => create(tx, '', name, table));
  },
});

/** Drops an index without stopping writes. PostgreSQL cannot for a partitioned table: there it takes a short exclusive lock, within its limit. */
export const dropIndex = (name: string, table: string): Step => ({
  name: `drop ${name}`,
  table,
  lock: 'share update exclusive',
  partitionedLock: 'access exclusive for a moment',
  async run({ session, attempt }) {
    if (await isPartitioned(session, table)) await attempt((tx) => sql.raw(`drop index if exists ${name}`).execute(tx));
    else await sql.raw(`drop index concurrently if exists ${name}`).execute(session);
  },
});

interface Batch<Position> {
  rows: number;
  /** Where the next batch starts; stored as JSON. */
  position: Position;
}

/** Limits of the pause after a batch, which takes as long as the batch: other work gets at least half of the time. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [5, 1000];

/**
 * Changes rows in many short transactions, which store their position. `batch` changes a bounded number of rows, such as 5,000, from
 * `position` on (undefined at first) and returns undefined when none is left. Rows that the release before writes meanwhile must be
 * right too, e.g. by a trigger or a default.
 */
export const backfill = <Position>(
  name: string,
  table: string,
  batch: (tx: Db, position: Position | undefined) => Promise<Batch<Position> | undefined>,
): Step => ({
  name: `backfill ${name}`,
  table,
  lock: 'row exclusive',
  async run({ progress, save, attempt, report, proceed }) {
    let { rows, position } = (progress ?? { rows: 0 }) as { rows: number; position?: Position };
    for (;;) {
      proceed();
      const startedAt = performance.now();
      const done = await attempt(async (tx) => {
        const result = await batch(tx, position);
        if (result) await save(tx, { rows: rows + result.rows, position: result.position });
        return result;
      });
      if (!done) return;
      rows += done.rows;
      position = done.position;
      report(sentence(`更新表 ${table}（${name}）：已处理 ${rows} 行`, `${table}, ${name}: ${rows} rows so far`));
      await wait(Math.min(Math.max(performance.now() - startedAt, SHORTEST_PAUSE), LONGEST_PAUSE));
    }
  },
});

async function indexState(db: Db, name: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  );
  return rows[0] && (rows[0].valid ? 'valid' : 'invalid');
}

async function isPartitioned(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`select relkind::text as kind from pg_class where oid = ${table}::regclass`.execute(db);
  return rows[0]?.kind === 'p';
}

/** Bytes of the rows, with all partitions. Those of a cluster are on its workers, so they count as large. */
async function sizeOf(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select case when exists (select from pg_attribute where attrelid = ${table}::regclass and attname = 'code_key') then null
      else sum(pg_relation_size(oid))::bigint end as bytes from pg_class
    where oid = ${table}::regclass or oid in (select relid from pg_partition_tree(${table}::regclass))`.execute(db);
  return rows[0]?.bytes ?? Number.POSITIVE_INFINITY;
}

async function listPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass and not inhdetachpending order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
