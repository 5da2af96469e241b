import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';

/** Maximum number of distinct statements; the rest share one entry. */
const MAX_STATEMENTS = 500;
/** Stored characters of a statement. */
const MAX_STATEMENT_LENGTH = 2000;

interface StatementStats {
  count: number;
  failed: number;
  /** Total milliseconds. */
  total: number;
  slowest: number;
}

export interface RequestStats {
  /** Arrival time in milliseconds of the process. */
  arrivedAt: number;
  statements: number;
  /** Milliseconds. */
  databaseMs: number;
  /** It queues for the database behind urgent work. */
  isLowPriority?: boolean;
  /** It was shed on arrival, so its duration says nothing about its route. */
  isShed?: boolean;
}

/** Milliseconds from which a statement is slow. */
export const SLOW_STATEMENT_MS = 2000;

export const requestStats = new AsyncLocalStorage<RequestStats>();

const statsByStatement = new Map<string, StatementStats>();
let since = Date.now();

/** Texts whose normal form is remembered. */
const MAX_TEXTS = 2000;
/** Characters of a remembered text. */
const MAX_TEXT_LENGTH = 10_000;
const normalizedTexts = new Map<string, string>();

/**
 * Normalises lists of placeholders, so that statements differing only in their number are one. Our statements contain no literal values.
 */
function normalizeStatement(sql: string): string {
  const cached = normalizedTexts.get(sql);
  if (cached !== undefined) return cached;
  const normalized = sql
    .replace(/\s+/g, ' ')
    .replace(/\$\d+(, \$\d+)+/g, '$n, …')
    .slice(0, MAX_STATEMENT_LENGTH);
  if (sql.length > MAX_TEXT_LENGTH) return normalized;
  if (normalizedTexts.size >= MAX_TEXTS) normalizedTexts.clear();
  normalizedTexts.set(sql, normalized);
  return normalized;
}

/** The driver runs this for every statement. */
export function recordStatement({ level, query, queryDurationMillis: durationMs }: LogEvent): void {
  const request = requestStats.getStore();
  if (request) {
    request.statements++;
    request.databaseMs += durationMs;
  }
  const statement = normalizeStatement(query.sql);
  const key = statsByStatement.has(statement) || statsByStatement.size < MAX_STATEMENTS ? statement : '…';
  const stats = statsByStatement.get(key) ?? { count: 0, failed: 0, total: 0, slowest: 0 };
  statsByStatement.set(key, stats);
  stats.count++;
  if (level === 'error') stats.failed++;
  stats.total += durationMs;
  stats.slowest = Math.max(stats.slowest, durationMs);
}

/** Statements since the start or the last reset, by total time, highest first. */
export const statementStats = () => ({
  since: new Date(since),
  rows: [...statsByStatement].map(([sql, stats]) => ({ sql, ...stats })).sort((one, other) => other.total - one.total),
});

export function resetStatementStats(): void {
  statsByStatement.clear();
  since = Date.now();
}
