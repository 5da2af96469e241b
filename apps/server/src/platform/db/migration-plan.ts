import { type RawBuilder, sql } from 'kysely';
import type { Sentence } from '../operator-error.ts';
import { onOwner } from './connect.ts';
import type { Db } from './db.ts';
import { layoutOf } from './distribute.ts';
import { applyAll, olderRelease, readState } from './migrate.ts';
import { attemptWithLocks } from './migration-locks.ts';
import type { Migration } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';

interface PlannedLock {
  migration: string;
  /** Absent for the migration's transaction. */
  step?: string;
  table: string;
  /** In PostgreSQL's words. */
  lock: string;
  /** Estimated from PostgreSQL's statistics, with all partitions; null before its first analysis. */
  rows: number | null;
  bytes: number;
}

export interface MigrationPlan {
  /** Names of migrations that are not applied. */
  pending: string[];
  /** By migration and step, reads excluded. */
  locks: PlannedLock[];
  /** For which the transaction held its locks. */
  milliseconds: number;
}

class RolledBack extends Error {
  readonly plan: MigrationPlan;
  constructor(plan: MigrationPlan) {
    super('rolled back');
    this.plan = plan;
  }
}

/**
 * What `migrate` would do. The pending transactions are tried and rolled back, so their locks are taken for the same moment as by `migrate`.
 * @throws OperatorError as `migrate` does
 */
export async function planMigrations(
  db: Db,
  { available = migrations, report = console.error }: { available?: Record<string, Migration>; report?: (message: Sentence) => void } = {},
): Promise<MigrationPlan> {
  const wanted = Object.keys(available);
  let sizesOnWorkers = new Map<string, Size>();
  const dryRun = async (tx: Db): Promise<never> => {
    const before = await tablesOf(tx);
    const startedAt = performance.now();
    const locks: PlannedLock[] = [];
    const pending = await applyAll(tx, available, wanted, async (migration) => {
      for (const { table, lock } of await locksOf(tx)) {
        const isListed = locks.some((each) => each.table === table && each.lock === lock);
        const { isPartitioned: _, ...size } = sizesOnWorkers.get(table) ?? (await sizeOf(tx, table));
        if (before.includes(table) && !isListed) locks.push({ migration, table, lock, ...size });
      }
    });
    const milliseconds = Math.round(performance.now() - startedAt);
    const { steps } = await readState(tx, available, wanted);
    for (const { migration, step } of steps) {
      const { isPartitioned, ...size } = sizesOnWorkers.get(step.table) ?? (await sizeOf(tx, step.table));
      const lock = (isPartitioned && step.partitionedLock) || step.lock;
      locks.push({ migration, step: step.name, table: step.table, lock, ...size });
    }
    throw new RolledBack({ pending, locks, milliseconds });
  };
  return onOwner(db, async (session) => {
    const { newer, isComplete } = await readState(session, available, wanted);
    if (newer.length > 0) report(olderRelease(newer));
    if (isComplete) return { pending: [], locks: [], milliseconds: 0 };
    await sql`set statement_timeout = 0`.execute(session);
    sizesOnWorkers = await listSizesOnWorkers(session);
    const options = { proceed: () => {}, report };
    return attemptWithLocks(db, session, options, dryRun)
      .catch((error: unknown) => {
        if (error instanceof RolledBack) return error.plan;
        throw error;
      })
      .finally(() => sql`reset statement_timeout`.execute(session));
  });
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db);
  return rows.map(({ name }) => name);
}

/** From weak to strong. A read conflicts with nothing but an exclusive change. */
const MODES = [
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

/** The strongest lock of this transaction on each table; partitions count as their parent. */
async function locksOf(tx: Db): Promise<{ table: string; lock: string }[]> {
  const { rows } = await sql<{ table: string; mode: string }>`
    select coalesce(p.relname, c.relname) as table, (${MODES}::text[])[max(array_position(${MODES}::text[], l.mode))] as mode
    from pg_locks l join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    left join pg_inherits h on h.inhrelid = c.oid left join pg_class p on p.oid = h.inhparent
    where l.pid = pg_backend_pid() and l.mode = any(${MODES}) and not starts_with(c.relname, 'kysely_')
    group by 1 order by 1`.execute(tx);
  return rows.map(({ table, mode }) => ({
    table,
    lock: mode
      .replace(/Lock$/, '')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase(),
  }));
}

interface Size {
  /** Null before the first analysis. */
  rows: number | null;
  bytes: number;
  isPartitioned: boolean;
}

/** `table` is an expression with its name. A partitioned table counts the rows of its partitions again. */
const selectSize = (table: RawBuilder<unknown>) => sql<Size>`
  select case when bool_or(reltuples < 0 and pg_relation_size(oid) > 0) then null else sum(greatest(reltuples, 0)) filter (where relkind = 'r')::bigint end as rows,
    sum(pg_total_relation_size(oid))::bigint as bytes, bool_or(relkind = 'p') as is_partitioned
  from pg_class where oid = to_regclass(${table}) or oid in (select relid from pg_partition_tree(to_regclass(${table})))`;

async function sizeOf(tx: Db, table: string): Promise<Size> {
  const { rows } = await selectSize(sql`${table}`).execute(tx);
  return rows[0] ?? { rows: null, bytes: 0, isPartitioned: false };
}

/**
 * Of the tables that Citus distributes, from their shards: its size functions leave out partitions. Shards that a transaction has changed
 * cannot be read.
 */
async function listSizesOnWorkers(session: Db): Promise<Map<string, Size>> {
  if ((await layoutOf(session)) === 'single') return new Map();
  const query = `select json_build_object('rows', rows, 'bytes', bytes, 'isPartitioned', is_partitioned) from (${
    selectSize(sql.lit('%1$s')).compile(session).sql
  }) s`;
  const sizes = new Map<string, Size>();
  for (const table of ['scan', 'scan_state']) {
    const { rows: shards } = await sql<{ success: boolean; result: string }>`
      select success, result from run_command_on_shards(${table}, ${query})`.execute(session);
    const failed = shards.find(({ success }) => !success);
    if (failed) throw new Error(`a shard of ${table} does not answer: ${failed.result}`);
    const parts = shards.map(({ result }) => JSON.parse(result) as Size);
    sizes.set(table, {
      rows: parts.reduce<number | null>((sum, { rows }) => (sum === null || rows === null ? null : sum + rows), 0),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      isPartitioned: parts.some(({ isPartitioned }) => isPartitioned),
    });
  }
  return sizes;
}
