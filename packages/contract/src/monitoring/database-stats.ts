import { z } from 'zod';
/** The page of the data source keeps the family's name; what stands behind it is PostgreSQL and the pool of this process. */
export const databaseStats = {
  path: '/monitor/druid',
  permission: (verb: 'list' | 'cancel' | 'reset') => `monitor:druid:${verb}`,
} as const;

/** The pool of the process that answers, and the database as it tells of itself. */
export const DatabaseSource = z.object({
  pool: z.object({
    max: z.number(),
    open: z.number(),
    idle: z.number(),
    waiting: z.number(),
    mostBusy: z.number(),
    mostWaiting: z.number(),
    opened: z.number(),
    closed: z.number(),
    failed: z.number(),
  }),
  database: z.object({
    version: z.string(),
    name: z.string(),
    /** Bytes. */
    size: z.number(),
    connections: z.number(),
    maxConnections: z.number(),
    commits: z.number(),
    rollbacks: z.number(),
    deadlocks: z.number(),
    /** Share of reads that memory answered, per cent. */
    cacheHit: z.number().nullable(),
    temporaryBytes: z.number(),
    startTime: z.string(),
  }),
  /** What there is no count of, because nothing in PostgreSQL corresponds: protections that stand instead. */
  wall: z.object({
    statementTimeout: z.string(),
    lockTimeout: z.string(),
    idleTimeout: z.string(),
    superuser: z.boolean(),
  }),
});
export type DatabaseSource = z.output<typeof DatabaseSource>;

export const DatabaseStatement = z.object({
  sql: z.string(),
  count: z.number(),
  /** Milliseconds. */
  total: z.number(),
  mean: z.number(),
  slowest: z.number(),
  rows: z.number().nullable(),
  failed: z.number().nullable(),
  /** Share of blocks that memory answered, per cent. */
  cacheHit: z.number().nullable(),
});
export type DatabaseStatement = z.output<typeof DatabaseStatement>;

export const DatabaseStatements = z.object({
  /** `database`: pg_stat_statements, over all processes; `process`: what the process that answers asked. */
  source: z.enum(['database', 'process']),
  since: z.string().nullable(),
  rows: z.array(DatabaseStatement),
});
export type DatabaseStatements = z.output<typeof DatabaseStatements>;

export const DatabaseRoute = z.object({
  route: z.string(),
  count: z.number(),
  failed: z.number(),
  inFlight: z.number(),
  most: z.number(),
  total: z.number(),
  slowest: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  /** Statements over all answers, at most in one, and their milliseconds. */
  statements: z.number(),
  mostStatements: z.number(),
  sqlTotal: z.number(),
});
export type DatabaseRoute = z.output<typeof DatabaseRoute>;

export const DatabaseActivity = z.object({
  pid: z.number(),
  application: z.string(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  /** What it waits for, `type:event`. */
  wait: z.string().nullable(),
  /** Seconds. */
  transactionAge: z.number().nullable(),
  queryAge: z.number().nullable(),
  query: z.string(),
  /** Who must end first. */
  blockedBy: z.array(z.number()),
});
export type DatabaseActivity = z.output<typeof DatabaseActivity>;

export const DatabaseTable = z.object({
  name: z.string(),
  rows: z.number(),
  /** Bytes. */
  tableSize: z.number(),
  indexSize: z.number(),
  dead: z.number(),
  seqScans: z.number(),
  indexScans: z.number(),
  /** Indexes that nothing has used since statistics began. */
  unused: z.array(z.string()),
});
export type DatabaseTable = z.output<typeof DatabaseTable>;
