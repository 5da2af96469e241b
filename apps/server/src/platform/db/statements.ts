import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';

/** Statements that a process remembers apart; beyond them one line stands for the rest. */
const MOST = 500;
/** Characters of a statement that are kept. */
const LENGTH = 2000;

interface Asked {
  count: number;
  failed: number;
  /** Milliseconds, over all. */
  total: number;
  slowest: number;
}

/** What one request has asked of the database so far. */
export interface Asking {
  /** When it came, in milliseconds of the process. */
  at: number;
  statements: number;
  /** Milliseconds. */
  spent: number;
  /** It waits for the database behind what comes first. */
  usual?: boolean;
  /** It was sent away at the door: how long that took says nothing of its route. */
  shed?: boolean;
}

/** Milliseconds from which a statement is slow. */
export const SLOW = 2000;

/** What the request in hand asks of the database. */
export const asking = new AsyncLocalStorage<Asking>();

const known = new Map<string, Asked>();
let since = Date.now();

/** Texts that differ only in how many values they list are one statement; values are never part of a text of ours. */
const shapeOf = (sql: string) =>
  sql
    .replace(/\s+/g, ' ')
    .replace(/\$\d+(, \$\d+)+/g, '$n, …')
    .slice(0, LENGTH);

/** Counts a statement that this process asked; told by the driver of every one. */
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

/** What this process asked since it started or was told to forget: the costliest in sum first. */
export const statementsHere = () => ({
  since: new Date(since),
  rows: [...known].map(([sql, asked]) => ({ sql, ...asked })).sort((one, other) => other.total - one.total),
});

/** Counts from now on anew. */
export function clearStatements(): void {
  known.clear();
  since = Date.now();
}
