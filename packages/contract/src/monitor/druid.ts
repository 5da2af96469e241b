/** The page of the data source keeps the family's name; what stands behind it is PostgreSQL and the pool of this process. */
export const druid = {
  path: '/monitor/druid',
  permission: (verb: 'list' | 'cancel' | 'reset') => `monitor:druid:${verb}`,
} as const;

/** The pool of the process that answers, and the database as it tells of itself. */
export interface DruidSource {
  pool: {
    max: number;
    open: number;
    idle: number;
    waiting: number;
    mostBusy: number;
    mostWaiting: number;
    opened: number;
    closed: number;
    failed: number;
  };
  database: {
    version: string;
    name: string;
    /** Bytes. */
    size: number;
    connections: number;
    maxConnections: number;
    commits: number;
    rollbacks: number;
    deadlocks: number;
    /** Share of reads that memory answered, per cent. */
    cacheHit: number | null;
    temporaryBytes: number;
    startTime: string;
  };
  /** What there is no count of, because nothing in PostgreSQL corresponds: protections that stand instead. */
  wall: { statementTimeout: string; lockTimeout: string; idleTimeout: string; superuser: boolean };
}

export interface DruidStatement {
  sql: string;
  count: number;
  /** Milliseconds. */
  total: number;
  mean: number;
  slowest: number;
  rows: number | null;
  failed: number | null;
  /** Share of blocks that memory answered, per cent. */
  cacheHit: number | null;
}

export interface DruidStatements {
  /** `database`: pg_stat_statements, over all processes; `process`: what the process that answers asked. */
  source: 'database' | 'process';
  since: string | null;
  rows: DruidStatement[];
}

export interface DruidRoute {
  route: string;
  count: number;
  failed: number;
  inFlight: number;
  most: number;
  total: number;
  slowest: number;
  p50: number;
  p95: number;
  p99: number;
  /** Statements over all answers, at most in one, and their milliseconds. */
  statements: number;
  mostStatements: number;
  sqlTotal: number;
}

export interface DruidActivity {
  pid: number;
  application: string;
  address: string | null;
  state: string | null;
  /** What it waits for, `type:event`. */
  wait: string | null;
  /** Seconds. */
  transactionAge: number | null;
  queryAge: number | null;
  query: string;
  /** Who must end first. */
  blockedBy: number[];
}

export interface DruidTable {
  name: string;
  rows: number;
  /** Bytes. */
  tableSize: number;
  indexSize: number;
  dead: number;
  seqScans: number;
  indexScans: number;
  /** Indexes that nothing has used since statistics began. */
  unused: string[];
}
