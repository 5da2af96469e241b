import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { int, Time } from '../core/fields.ts';

/** The path has RuoYi's name, but shows PostgreSQL and the connection pool of this process. */
export const databaseStats = {
  path: '/monitor/druid',
  rest: 'database',
  permission: (verb: 'list' | 'cancel' | 'reset') => `monitor:druid:${verb}`,
} as const;

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
    /** Percentage of reads served from memory. */
    cacheHit: z.number().nullable(),
    temporaryBytes: z.number(),
    startTime: Time,
  }),
  /** Protective settings, in place of Druid's SQL firewall. */
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
  /** Percentage of blocks served from memory. */
  cacheHit: z.number().nullable(),
});
export type DatabaseStatement = z.output<typeof DatabaseStatement>;

export const DatabaseStatements = z.object({
  /** `database`: pg_stat_statements of all processes. `process`: statements of the responding process. */
  source: z.enum(['database', 'process']),
  since: Time.nullable(),
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
  /** In total, maximum per response, and milliseconds. */
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
  /** Wait event as `type:event`. */
  wait: z.string().nullable(),
  /** Seconds. */
  transactionAge: z.number().nullable(),
  queryAge: z.number().nullable(),
  query: z.string(),
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
  /** Since the last reset of statistics. */
  unused: z.array(z.string()),
});
export type DatabaseTable = z.output<typeof DatabaseTable>;

export const databaseSource = defineEndpoint(databaseStats, 'GET /source', { permission: 'list', data: DatabaseSource });
export const databaseStatements = defineEndpoint(databaseStats, 'GET /statements', {
  permission: 'list',
  query: z.object({ slow: z.enum(['true', 'false']).optional() }),
  data: DatabaseStatements,
});
export const databaseRoutes = defineEndpoint(databaseStats, 'GET /routes', { permission: 'list', data: z.array(DatabaseRoute) });
export const databaseActivity = defineEndpoint(databaseStats, 'GET /activity', { permission: 'list', data: z.array(DatabaseActivity) });
export const databaseTables = defineEndpoint(databaseStats, 'GET /tables', { permission: 'list', data: z.array(DatabaseTable) });

const ofSession = { permission: 'cancel', params: { pid: int(1, 2_147_483_647) } } as const;
export const cancelStatement = defineEndpoint(databaseStats, 'PUT /cancel/:pid', {
  ...ofSession,
  rest: 'POST /database/activity/:pid/cancel',
  log: { title: '取消数据库语句', type: 'other' },
});
export const terminateSession = defineEndpoint(databaseStats, 'PUT /terminate/:pid', {
  ...ofSession,
  rest: 'POST /database/activity/:pid/terminate',
  log: { title: '结束数据库会话', type: 'other' },
});
export const resetStatements = defineEndpoint(databaseStats, 'DELETE /statements', {
  permission: 'reset',
  log: { title: '重置语句统计', type: 'other' },
});
