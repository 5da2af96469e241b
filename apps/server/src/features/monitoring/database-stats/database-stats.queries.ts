import type { DatabaseActivity, DatabaseSource, DatabaseStatement, DatabaseTable } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export async function describe(db: Db): Promise<Pick<DatabaseSource, 'database' | 'wall'>> {
  const { rows } = await sql<DatabaseSource['database'] & DatabaseSource['wall']>`
    select current_setting('server_version') as version, current_database() as name, pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max_connections, xact_commit as commits, xact_rollback as rollbacks, deadlocks,
      round(100.0 * blks_hit / nullif(blks_hit + blks_read, 0), 2) as cache_hit, temp_bytes as temporary_bytes,
      pg_postmaster_start_time() as start_time, current_setting('statement_timeout') as statement_timeout,
      current_setting('lock_timeout') as lock_timeout, current_setting('idle_in_transaction_session_timeout') as idle_timeout,
      (select rolsuper from pg_roles where rolname = current_user) as superuser
    from pg_stat_database where datname = current_database()`.execute(db);
  const { statementTimeout, lockTimeout, idleTimeout, superuser, ...database } = rows[0] as NonNullable<(typeof rows)[0]>;
  return { database, wall: { statementTimeout, lockTimeout, idleTimeout, superuser } };
}

/** Whether pg_stat_statements is installed, in the search path, and preloaded. */
export async function hasStatements(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('pg_stat_statements') is not null
      and exists (select from pg_settings where name = 'pg_stat_statements.max') as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Statistics of one statement; `hit` and `read` are blocks from cache and from disk. */
export type StatementStatistics = Pick<DatabaseStatement, 'sql' | 'count' | 'total' | 'slowest'> & {
  rows: number;
  hit: number;
  read: number;
};

/** By total time over all users. The column names require PostgreSQL 13. */
export async function listStatements(db: Db, slowest: number, limit: number): Promise<StatementStatistics[]> {
  const { rows } = await sql<StatementStatistics>`
    select query as sql, sum(calls)::bigint as count, sum(total_exec_time) as total, max(max_exec_time) as slowest, sum(rows)::bigint as rows,
      sum(shared_blks_hit)::bigint as hit, sum(shared_blks_read)::bigint as read
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() group by query having max(max_exec_time) >= ${slowest}
    order by total desc, sql limit ${limit}`.execute(db);
  return rows;
}

/** Resets the statistics of this database; fails without the privilege. */
export const resetStatements = (db: Db) =>
  sql`select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()))`.execute(db);

/** Sessions that are not idle, oldest transaction first, with the sessions that block them. */
export async function listActivity(db: Db): Promise<DatabaseActivity[]> {
  const { rows } = await sql<DatabaseActivity>`
    select pid, application_name as application, host(client_addr) as address, state,
      case when wait_event is not null and state <> 'idle' then wait_event_type || ':' || wait_event end as wait,
      extract(epoch from now() - xact_start)::float8 as transaction_age,
      case when state = 'active' then extract(epoch from now() - query_start)::float8 end as query_age,
      left(query, 2000) as query, pg_blocking_pids(pid) as blocked_by
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
    order by xact_start nulls last, pid limit 200`.execute(db);
  return rows;
}

/** Cancels the current query of a session of this database; false for an unknown session. */
export async function cancel(db: Db, pid: number): Promise<boolean> {
  const { rows } = await sql<{ cancelled: boolean }>`
    select pg_cancel_backend(pid) as cancelled from pg_stat_activity
    where pid = ${pid} and datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db);
  return rows[0]?.cancelled ?? false;
}

/** Ends a session that is idle in a transaction; false for any other session. */
export async function terminate(db: Db, pid: number): Promise<boolean> {
  const { rows } = await sql<{ terminated: boolean }>`
    select pg_terminate_backend(pid) as terminated from pg_stat_activity
    where pid = ${pid} and datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state like 'idle in transaction%'`.execute(db);
  return rows[0]?.terminated ?? false;
}

/** The largest tables; partitions are summed under their parent. */
export async function listTables(db: Db, limit: number): Promise<DatabaseTable[]> {
  const { rows } = await sql<DatabaseTable>`
    with tables as (
      select coalesce((select inhparent from pg_inherits where inhrelid = c.oid), c.oid) as whole, c.oid, c.reltuples,
        pg_table_size(c.oid) as table_size, pg_indexes_size(c.oid) as index_size
      from pg_class c where c.relkind in ('r', 'm') and c.relnamespace = 'public'::regnamespace
    )
    select whole::regclass::text as name, sum(case when reltuples < 0 then coalesce(n_live_tup, 0) else reltuples end)::bigint as rows, sum(table_size)::bigint as table_size,
      sum(index_size)::bigint as index_size, sum(coalesce(n_dead_tup, 0))::bigint as dead, sum(coalesce(seq_scan, 0))::bigint as seq_scans,
      sum(coalesce(idx_scan, 0))::bigint as index_scans,
      array(select i.indexrelname::text from pg_stat_user_indexes i join pg_index x on x.indexrelid = i.indexrelid
        where i.relid = whole and i.idx_scan = 0 and not x.indisunique order by 1 limit 20) as unused
    from tables left join pg_stat_user_tables s on s.relid = tables.oid
    group by whole order by sum(table_size + index_size) desc limit ${limit}`.execute(db);
  return rows;
}
