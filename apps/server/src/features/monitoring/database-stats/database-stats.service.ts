import type { DatabaseActivity, DatabaseRoute, DatabaseSource, DatabaseStatements, DatabaseTable } from '@suyuan/contract';
import { poolOf } from '../../../platform/db/connect.ts';
import { mapPrivilegeError } from '../../../platform/db/database-errors.ts';
import { resetStatementStats, SLOW_STATEMENT_MS, statementStats } from '../../../platform/db/statement-stats.ts';
import type { Context } from '../../../platform/http/context.ts';
import { trafficByRoute } from '../../../platform/http/traffic.ts';
import { Problem } from '../../../platform/problem.ts';
import { timeOf } from '../../../platform/shanghai-time.ts';
import * as queries from './database-stats.queries.ts';

/**
 * In PostgreSQL's order: comments, quoted names, escape strings, strings, dollar-quoted strings, numbers. A truncated token extends to the
 * end.
 */
const TOKENS =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"]|"")*(?:"|$))|((?<![\w$])[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$))|(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?(?:\4|$)|(?<![\w$])\d[\w.]*/g;

/** A statement on one line, with literals and comments masked; names and placeholders remain. */
const maskLiterals = (sql: string) =>
  sql
    .replace(TOKENS, (_, comment?: string, name?: string, text?: string, dollars?: string) =>
      comment !== undefined ? ' ' : (name ?? (text !== undefined || dollars !== undefined ? "'?'" : '?')),
    )
    .replace(/\s+/g, ' ')
    .trim();

const MAX_ROWS = 100;

export async function source({ db, installation }: Context): Promise<DatabaseSource> {
  return { pool: poolOf(installation.db), ...(await queries.describe(db)) };
}

/** Statements by total time, from pg_stat_statements if available, otherwise from this process. */
export async function statements({ db }: Context, { slow = false }: { slow?: boolean | undefined }): Promise<DatabaseStatements> {
  if (await queries.hasStatements(db))
    return {
      source: 'database',
      since: null,
      rows: mergeStatements(await queries.listStatements(db, slow ? SLOW_STATEMENT_MS : 0, MAX_ROWS)),
    };
  const { since, rows } = statementStats();
  return {
    source: 'process',
    since: timeOf(since.getTime()),
    rows: rows
      .filter(({ slowest }) => !slow || slowest >= SLOW_STATEMENT_MS)
      .slice(0, MAX_ROWS)
      .map(({ sql, count, total, slowest, failed }) => ({
        sql,
        count,
        total,
        mean: total / count,
        slowest,
        failed,
        rows: null,
        cacheHit: null,
      })),
  };
}

/** Resets statement statistics. @throws databaseRightMissing */
export async function reset({ db }: Context) {
  if (await queries.hasStatements(db)) await mapPrivilegeError(queries.resetStatements(db));
  resetStatementStats();
}

/** Database time per route in this process, highest total first. */
export const routes = (): DatabaseRoute[] => trafficByRoute().slice(0, MAX_ROWS * 3);

/** Current activity. Own statements use placeholders; literals of other programs are masked. */
export const activity = async ({ db }: Context): Promise<DatabaseActivity[]> =>
  (await queries.listActivity(db)).map((row) => ({ ...row, query: maskLiterals(row.query) }));

/** @throws notFound where the session runs no query, databaseRightMissing for a superuser’s session */
export async function cancel({ db }: Context, pid: number) {
  if (!(await mapPrivilegeError(queries.cancel(db, pid)))) throw new Problem('notFound');
}

/** Ends a session that is idle in a transaction. @throws notFound for any other session, databaseRightMissing */
export async function terminate({ db }: Context, pid: number) {
  if (!(await mapPrivilegeError(queries.terminate(db, pid)))) throw new Problem('notFound');
}

/** Tables by size in bytes, largest first. */
export const tables = ({ db }: Context): Promise<DatabaseTable[]> => queries.listTables(db, MAX_ROWS);

/** PostgreSQL records utility commands verbatim: masks their literals and merges equal texts. */
function mergeStatements(statistics: queries.StatementStatistics[]): DatabaseStatements['rows'] {
  const statisticsBySql = new Map<string, queries.StatementStatistics>();
  for (const each of statistics) {
    const sql = maskLiterals(each.sql);
    const existing = statisticsBySql.get(sql);
    if (!existing) statisticsBySql.set(sql, { ...each, sql });
    else {
      for (const key of ['count', 'total', 'rows', 'hit', 'read'] as const) existing[key] += each[key];
      existing.slowest = Math.max(existing.slowest, each.slowest);
    }
  }
  return [...statisticsBySql.values()]
    .sort((one, other) => other.total - one.total)
    .map(({ hit, read, ...each }) => ({
      ...each,
      mean: each.total / each.count,
      failed: null,
      cacheHit: hit + read > 0 ? Math.round((10_000 * hit) / (hit + read)) / 100 : null,
    }));
}
