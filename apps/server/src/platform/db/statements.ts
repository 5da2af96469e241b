import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';

/** Maximum number of distinct statements; the rest share one entry. */
const MOST = 500;
/** Stored characters of a statement. */
const LENGTH = 2000;

interface Asked {
  count: number;
  failed: number;
  /** Total milliseconds. */
  total: number;
  slowest: number;
}

export interface Asking {
  /** Arrival time in milliseconds of the process. */
  at: number;
  statements: number;
  /** Milliseconds. */
  spent: number;
  /** It queues for the database behind urgent work. */
  usual?: boolean;
  /** It was shed on arrival, so its duration says nothing about its route. */
  shed?: boolean;
}

/** Milliseconds from which a statement is slow. */
export const SLOW = 2000;

export const asking = new AsyncLocalStorage<Asking>();

const known = new Map<string, Asked>();
let since = Date.now();

/**
 * Normalises lists of placeholders, so that statements differing only in their number are one. Our statements contain no literal values.
 */
const shapeOf = (sql: string) =>
  sql
    .replace(/\s+/g, ' ')
    .replace(/\$\d+(, \$\d+)+/g, '$n, …')
    .slice(0, LENGTH);

/** The driver runs this for every statement. */
export function noteStatement({ level, query, queryDurationMillis: spent }: LogEvent): void {
  const request = asking.getStore();
  if (request) {
    request.statements++;
    request.spent += spent;
  }
  const shape = shapeOf(query.sql);
  const key = known.has(shape) || known.size < MOST ? shape : '…';
  const asked = known.get(key) ?? { count: 0, failed: 0, total: 0, slowest: 0 };
  known.set(key, asked);
  asked.count++;
  if (level === 'error') asked.failed++;
  asked.total += spent;
  asked.slowest = Math.max(asked.slowest, spent);
}

/** Statements since the start or the last reset, by total time, highest first. */
export const statementsHere = () => ({
  since: new Date(since),
  rows: [...known].map(([sql, asked]) => ({ sql, ...asked })).sort((one, other) => other.total - one.total),
});

export function clearStatements(): void {
  known.clear();
  since = Date.now();
}
