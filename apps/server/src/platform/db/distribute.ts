import { sql } from 'kysely';
import { OperatorError, type Sentence, sentence } from '../operator-error.ts';
import type { Db } from './db.ts';
import { readLayout } from './layout.ts';

/** The layout that a move leads to. */
export type Layout = 'cluster' | 'single';

/** Shards per worker, unless chosen: each micro-batch of scans has one statement per shard. A shard can be split for a new worker. */
const SHARDS_PER_WORKER = 1;
/** Rows per transaction of a move. */
const BATCH = 100_000;
/** Rows that are copied to measure the rate, and rolled back. */
const PROBE = 20_000;

/** As the sessions of the coordinator. A statement's time is limited there. */
export const WORKER_SETTINGS = [`timezone = 'Asia/Shanghai'`, `lock_timeout = '5s'`, 'jit = off'];

interface Estimate {
  scans: number;
  counters: number;
  /** Of the whole move. */
  seconds: number;
  /** In which scans wait, or are refused after 5 s. */
  pauseSeconds: number;
}

export interface MoveOptions {
  /** Ignored for `single`. */
  shards?: number | undefined;
  report?: (message: Sentence) => void;
}

/** Number of workers. @throws OperatorError without Citus 13 or workers */
export async function checkCluster(owner: Db): Promise<number> {
  const { rows: extensions } = await sql<{ major: number }>`
    select split_part(extversion, '.', 1)::int as major from pg_extension where extname = 'citus'`.execute(owner);
  const major = extensions[0]?.major;
  if (major === undefined || major < 13)
    throw new OperatorError(
      '这个数据库没有 Citus 13；安装后在协调节点和每个工作节点的同名数据库里执行 create extension citus',
      'this database has no Citus 13; install it, and run create extension citus in the database of this name on coordinator and workers',
    );
  const { rows } = await sql<{ workers: number }>`
    select count(*)::int as workers from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary'`.execute(owner);
  const workers = rows[0]?.workers ?? 0;
  if (workers === 0)
    throw new OperatorError(
      'Citus 里没有工作节点；用 citus_set_coordinator_host 和 citus_add_node 登记',
      'Citus has no worker; register coordinator and workers by citus_set_coordinator_host and citus_add_node',
    );
  return workers;
}

/** Whether a move was interrupted. */
export async function isMoving(db: Db): Promise<boolean> {
  const { rows } = await sql<{ moving: boolean }>`select to_regclass('public.scan_moving') is not null as moving`.execute(db);
  return rows[0]?.moving ?? false;
}

export async function layoutOf(db: Db): Promise<Layout> {
  const { rows } = await sql<{ keyed: boolean }>`select exists (select from pg_attribute
    where attrelid = to_regclass('public.scan_state') and attname = 'code_key' and not attisdropped) as keyed`.execute(db);
  return rows[0]?.keyed ? 'cluster' : 'single';
}

/** Copies some rows as the move does, and rolls back. */
export async function estimate(owner: Db, to: Layout, options: MoveOptions = {}): Promise<Estimate> {
  const from = (await isMoving(owner)) ? 'scan_moving' : 'scan';
  const { rows } = await sql<{ scans: number; counters: number }>`
    select (select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = to_regclass(${`public.${from}`})) as scans,
      (select greatest(reltuples, 0)::bigint from pg_class where oid = 'public.scan_state'::regclass) as counters`.execute(owner);
  const { scans = 0, counters = 0 } = rows[0] ?? {};
  let rowsPerSecond = PROBE;
  await owner
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      // later connections to workers have the settings of `configureWorkers`
      await sql`set local citus.max_cached_conns_per_worker = 0`.execute(tx);
      await sql`create table scan_probe (like ${sql.table(from)} including defaults including indexes)`.execute(tx);
      if (to === 'cluster' && (await layoutOf(tx)) === 'single') {
        await sql`alter table scan_probe drop constraint scan_probe_pkey, add column code_key bigint`.execute(tx);
        await createFunction(tx);
      }
      if (to === 'cluster') await distributeTable(tx, 'scan_probe', await shardCount(tx, options));
      const start = performance.now();
      const { numAffectedRows } = await copy(tx, 'scan_probe', from, to, `limit ${PROBE}`);
      rowsPerSecond = Math.max(Number(numAffectedRows ?? 0), 1) / ((performance.now() - start) / 1000);
      throw new RollBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  return {
    scans,
    counters,
    seconds: Math.ceil((scans + counters) / rowsPerSecond),
    pauseSeconds: Math.ceil(counters / rowsPerSecond),
  };
}

class RollBack extends Error {}

/**
 * Moves scans and counters into the layout, or continues an interrupted move. First the counters move in one transaction, in which no
 * scan is recorded. Then scans move month by month, newest first, while the product runs; lists lack the months that are left.
 */
export async function move(owner: Db, to: Layout, options: MoveOptions = {}): Promise<{ scans: number }> {
  const { report = () => {} } = options;
  if (to === 'cluster') await configureWorkers(owner);
  if (!(await isMoving(owner))) {
    await switchTables(owner, to, options);
    report(sentence('扫码计数已移好，可以扫码', 'the counters have moved, scans are recorded'));
  }
  await readLayout(owner);
  await sql`set statement_timeout = 0`.execute(owner);
  let scans = 0;
  for (const month of await listMovingMonths(owner)) {
    const moved = await moveMonth(owner, month, to);
    scans += moved;
    report(sentence(`${month}：${moved} 次扫码已移好`, `${month}: ${moved} scans have moved`));
  }
  await sql`drop table if exists scan_moving`.execute(owner);
  // new tables have no statistics, and plans without them read far more rows
  await sql`analyze scan, scan_state`.execute(owner);
  await sql`reset statement_timeout`.execute(owner);
  return { scans };
}

/** Sessions on workers do not inherit the coordinator's settings. Days and hours would be those of another time zone. Citus alters all machines. */
async function configureWorkers(owner: Db) {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(owner);
  for (const setting of WORKER_SETTINGS) await sql.raw(`alter database ${rows[0]?.name} set ${setting}`).execute(owner);
}

/** Replaces both tables by empty ones of the new layout, copies the counters and the scans that figures do not include yet. */
async function switchTables(owner: Db, to: Layout, options: MoveOptions) {
  const shards = to === 'cluster' ? await shardCount(owner, options) : 0;
  await owner.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`lock table scan, scan_state in access exclusive mode`.execute(tx);
    if (to === 'cluster') await createFunction(tx);
    for (const table of ['scan_state', 'scan'] as const) {
      const indexes = await renameTable(tx, table);
      await createTable(tx, table, indexes, to);
      if (to === 'cluster') await distributeTable(tx, table, shards);
    }
    for (const { name, bound } of await listPartitions(tx)) {
      await sql`alter table ${sql.table(name)} rename to ${sql.id(`scan_moving_${name.slice('scan_'.length)}`)}`.execute(tx);
      await sql`create table ${sql.table(name)} partition of scan ${sql.raw(bound)}`.execute(tx);
    }
    await copy(tx, 'scan_state', 'scan_state_moving', to);
    await copy(tx, 'scan', 'scan_moving', to, 'where tx >= (select tx from scan_follow)');
    await sql`drop table scan_state_moving`.execute(tx);
    if (to === 'cluster') await sql`select citus_add_local_table_to_metadata('scan_case_inbox')`.execute(tx);
    else await sql`select undistribute_table('scan_case_inbox')`.execute(tx);
  });
}

/** Same value as `codeKeyOf` of the server. */
const createFunction = (db: Db) =>
  sql`create or replace function public.code_key_of(batch_id bigint, level smallint, ordinal bigint, code_text text) returns bigint
    language sql immutable parallel safe
    return ('x' || left(encode(sha256(convert_to(coalesce(batch_id || '/' || level || '/' || ordinal, code_text, ''), 'UTF8')), 'hex'), 13))::bit(52)::bigint`.execute(
    db,
  );

async function shardCount(db: Db, { shards }: MoveOptions): Promise<number> {
  return shards ?? (await checkCluster(db)) * SHARDS_PER_WORKER;
}

const distributeTable = (db: Db, table: string, shards: number) =>
  table === 'scan'
    ? sql`select create_distributed_table('scan', 'code_key', colocate_with => 'scan_state'),
        create_distributed_function('uuid7_floor(timestamptz)'), create_distributed_function('code_key_of(bigint, smallint, bigint, text)')`.execute(
        db,
      )
    : sql`select create_distributed_table(${table}, 'code_key', colocate_with => 'none', shard_count => ${shards}::int)`.execute(db);

interface Index {
  name: string;
  definition: string;
  columns: string[];
  isPrimary: boolean;
}

/** Renames a table and its indexes, whose names the new table takes over. */
async function renameTable(db: Db, table: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition,
      array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k(number, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number order by k.position) as columns, i.indisprimary as is_primary
    from pg_index i where i.indrelid = ${table}::regclass order by i.indexrelid`.execute(db);
  await sql`alter table ${sql.table(table)} rename to ${sql.id(`${table}_moving`)}`.execute(db);
  for (const { name } of rows) await sql`alter index ${sql.table(name)} rename to ${sql.id(`${name}_moving`)}`.execute(db);
  return rows;
}

async function createTable(db: Db, table: 'scan' | 'scan_state', indexes: Index[], to: Layout) {
  const old = `${table}_moving`;
  const partitioned = table === 'scan' ? sql`partition by range (scan_id)` : sql``;
  await sql`create table ${sql.table(table)} (like ${sql.table(old)} including all excluding indexes) ${partitioned}`.execute(db);
  if (to === 'cluster') await sql`alter table ${sql.table(table)} add column code_key bigint not null`.execute(db);
  else await sql`alter table ${sql.table(table)} drop column code_key`.execute(db);
  const { rows } = await sql<{ settings: string | null }>`select (select string_agg(format('%I = %L', option_name, option_value), ', ')
    from pg_options_to_table(reloptions)) as settings from pg_class where oid = ${old}::regclass`.execute(db);
  if (rows[0]?.settings) await sql`alter table ${sql.table(table)} set (${sql.raw(rows[0].settings)})`.execute(db);
  for (const { name, definition, columns, isPrimary } of indexes) {
    const key = [...columns.filter((column) => column !== 'code_key'), ...(to === 'cluster' ? ['code_key'] : [])];
    if (isPrimary)
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} primary key (${sql.join(key.map((column) => sql.id(column)))})`.execute(
        db,
      );
    else await sql.raw(definition).execute(db);
  }
  await sql`do $$ declare grantee text; rights text; begin
    for grantee, rights in select a.grantee::regrole::text, string_agg(a.privilege_type, ', ') from pg_class c, aclexplode(c.relacl) a
        where c.oid = ${sql.lit(old)}::regclass and a.grantee <> 0 and a.grantee <> c.relowner group by 1 loop
      execute format('grant %s on ${sql.table(table)} to %s', rights, grantee);
    end loop; end $$`.execute(db);
}

/** Partitions of the renamed table that were not renamed yet. */
async function listPartitions(db: Db) {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'scan_moving'::regclass order by 1`.execute(db);
  return rows;
}

async function listMovingMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'scan_moving'::regclass order by 1 desc`.execute(db);
  return rows.map(({ name }) => name);
}

/** Copies a month in batches, each with its progress in one transaction, and drops the source. */
async function moveMonth(owner: Db, month: string, to: Layout): Promise<number> {
  let moved = 0;
  const progress = `move.${month}`;
  for (;;) {
    const count = await copyBatch(owner, month, to, progress, false).catch((error: unknown) => {
      // scans that the switch has copied, or that a caller has sent again
      if (error instanceof Error && 'code' in error && error.code === '23505') return copyBatch(owner, month, to, progress, true);
      throw error;
    });
    if (count === undefined) break;
    moved += count;
  }
  await owner.transaction().execute(async (tx) => {
    await sql`drop table ${sql.table(month)}`.execute(tx);
    await sql`delete from installation where name = ${progress}`.execute(tx);
  });
  return moved;
}

/** Undefined when the month is complete. */
const copyBatch = (owner: Db, month: string, to: Layout, progress: string, skips: boolean): Promise<number | undefined> =>
  owner.transaction().execute(async (tx) => {
    const { rows } = await sql<{ last: string | null; next: string | null }>`
      select (select value from installation where name = ${progress}) as last`.execute(tx);
    const last = rows[0]?.last ?? '00000000-0000-0000-0000-000000000000';
    const { rows: ends } = await sql<{ next: string | null }>`
      select max(scan_id::text) as next from (select scan_id from ${sql.table(month)} where scan_id > ${last}::uuid order by scan_id limit ${BATCH}) batch`.execute(
      tx,
    );
    const next = ends[0]?.next;
    if (!next) return undefined;
    const range = `where scan_id > '${last}' and scan_id <= '${next}' ${skips ? 'on conflict do nothing' : ''}`;
    const { numAffectedRows } = await copy(tx, 'scan', month, to, range);
    await sql`insert into installation (name, value) values (${progress}, ${next})
      on conflict (name) do update set value = excluded.value`.execute(tx);
    return Number(numAffectedRows ?? 0);
  });

/** `condition` follows the source, for example as `where …`. */
async function copy(db: Db, target: string, source: string, to: Layout, condition = '') {
  const { rows } = await sql<{ columns: string[] }>`select array(select attname::text from pg_attribute where attrelid = ${source}::regclass
    and attnum > 0 and not attisdropped and attname <> 'code_key' order by attnum) as columns`.execute(db);
  const columns = sql.join((rows[0]?.columns ?? []).map((column) => sql.id(column)));
  const code = columns && target.startsWith('scan_state') ? 'batch_id, level, ordinal, null' : 'batch_id, level, ordinal, code_text';
  const [keyColumn, key] = to === 'cluster' ? [sql`, code_key`, sql.raw(`, code_key_of(${code})`)] : [sql``, sql``];
  return sql`insert into ${sql.table(target)} (${columns}${keyColumn}) select ${columns}${key} from ${sql.table(source)} ${sql.raw(condition)}`.execute(
    db,
  );
}
