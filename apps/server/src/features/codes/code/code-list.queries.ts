import type { BatchState, CodeFlag, CodeStatus } from '@suyuan/contract';
import { sql } from 'kysely';
import { codeStatusCounts } from '../../../platform/db/code-status-counts.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type CodePlace, isDistributed, onNodesOf } from '../../../platform/db/layout.ts';
import { between, planRows } from '../../../platform/db/page.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';
import type { Ordinals, Run } from './ordinal-runs.ts';

/** A batch out of scope has no row. */
export const listBatches = (db: Db, scope: DataScope, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['batchId', 'batchNo', 'batch.state', 'batch.categoryId', 'categoryName'])
    // checked by the table
    .$narrowType<{ state: BatchState }>()
    .where(sql<boolean>`batch_id = any(${batchIds}::bigint[])`)
    .where(ownedInScope(scope, 'batch'))
    .execute();

export interface ScanFacts {
  /** Index of the place. */
  index: number;
  sessions: number | null;
  firstTime: string | null;
  lastTime: string | null;
  blocked: boolean | null;
  /** In an open case. */
  suspect: boolean;
}

export async function listFacts(db: Db, places: readonly CodePlace[]): Promise<ScanFacts[]> {
  const { rows } = await sql<ScanFacts>`
    select a.index::int - 1 as index, s.sessions, s.first_time, s.last_time, s.blocked,
      exists (select from scan_case c where c.subject = 'code' and c.state <> 'judged'
        and c.batch_id = a.batch_id and c.level = a.level and c.ordinal = a.ordinal) as suspect
    from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ ordinal }) => ordinal)}::bigint[]) with ordinality as a(batch_id, level, ordinal, index)
    left join (select * from scan_state where ${onNodesOf(places)}) s on s.batch_id = a.batch_id and s.level = a.level and s.ordinal = a.ordinal`.execute(
    db,
  );
  return rows;
}

export const listHolders = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName'])
    .where(sql<boolean>`channel_business_id = any(${ids}::bigint[])`)
    .execute();

/** A code without scans has 0 visits and no first time. */
interface ScanFilters {
  flag?: CodeFlag | undefined;
  sessionsFrom?: number | undefined;
  sessionsTo?: number | undefined;
  /** Of the first visit. */
  beginTime?: string | undefined;
  endTime?: string | undefined;
}

interface Level {
  batchId: number;
  level: number;
}

const openCases = ({ batchId, level }: Level) => sql`(select ordinal from scan_case
  where subject = 'code' and state <> 'judged' and batch_id = ${batchId} and level = ${level})`;
const suspectCodes = (of: Level) => sql`
  select c.ordinal, coalesce(k.sessions, 0) as sessions, k.first_time from ${openCases(of)} c
  left join (select * from scan_state where batch_id = ${of.batchId} and level = ${of.level} and ordinal in ${openCases(of)}) k on k.ordinal = c.ordinal`;
const scannedCodes = ({ batchId, level }: Level, blocked: boolean) => sql`
  select ordinal, sessions, first_time from scan_state where batch_id = ${batchId} and level = ${level} and (blocked or not ${blocked}::boolean)`;

const codesByScans = (of: Level, { flag, sessionsFrom = 0, sessionsTo = Number.MAX_SAFE_INTEGER, beginTime, endTime }: ScanFilters) => sql`
  select s.ordinal from (${flag === 'suspect' ? suspectCodes(of) : scannedCodes(of, flag === 'blacklisted')}) s
  where s.sessions between ${sessionsFrom}::bigint and ${sessionsTo}::bigint and ${between('s.first_time', beginTime, endTime)}`;

/** At most `limit`. With `last`, in descending order. */
export async function listByScans(
  db: Db,
  of: Level,
  runs: readonly Ordinals[],
  filters: ScanFilters,
  limit: number,
  start: 'first' | 'last' = 'first',
) {
  const order = start === 'first' ? sql`asc` : sql`desc`;
  if (isDistributed()) {
    const ranges = `{${runs.map((run) => `[${run.from},${run.from + run.count})`).join(',')}}`;
    const found = await sql<{ ordinal: number }>`
      ${codesByScans(of, filters)} and s.ordinal <@ ${ranges}::int8multirange order by s.ordinal ${order} limit ${limit}`.execute(db);
    return found.rows.map(({ ordinal }) => ordinal);
  }
  // by a lateral subquery, which reads each range by the index
  const { rows } = await sql<{ ordinal: number }>`
    select m.ordinal
    from unnest(${runs.map((run) => run.from)}::bigint[], ${runs.map((run) => run.from + run.count)}::bigint[]) as r(first, past)
    cross join lateral (
      ${codesByScans(of, filters)} and s.ordinal >= r.first and s.ordinal < r.past order by s.ordinal ${order} limit ${limit}
    ) m order by m.ordinal ${order} limit ${limit}`.execute(db);
  return rows.map(({ ordinal }) => ordinal);
}

/** From the planner's statistics, at a constant cost. */
export async function estimateByScans(db: Db, of: Level, { from, count }: Ordinals, filters: ScanFilters): Promise<number> {
  const { rows } = await sql<object>`
    explain (format json) ${codesByScans(of, filters)} and s.ordinal >= ${from} and s.ordinal < ${from + count}`.execute(db);
  return planRows(rows[0]);
}

interface CountFilters {
  categoryId?: number | undefined;
  level: number;
  status?: CodeStatus | undefined;
  holderId?: number | undefined;
}

/** Microseconds since 1970 of the latest issue. */
export interface BatchPosition {
  batchId: number;
  issued: number | null;
}

const issued = sql.raw('(extract(epoch from issue_time) * 1000000)::bigint');

export async function findIssued(db: Db, batchId: number): Promise<number | null> {
  const { rows } = await sql<BatchPosition>`select ${issued} as issued from batch where batch_id = ${batchId}`.execute(db);
  return rows[0]?.issued ?? null;
}

interface BatchCount extends BatchPosition {
  codes: number;
  /** Containers decide the holder of some codes, so they need an exact count. */
  carried: boolean;
}

/** Latest issue first. Counts runs, not codes. */
export async function countByBatch(db: Db, scope: DataScope, { categoryId, level, status, holderId }: CountFilters): Promise<BatchCount[]> {
  const visibleBatches = sql`select b.batch_id, b.state, b.issue_time, b.nested from batch b
    where ${ownedInScope(scope, 'b')} and (${categoryId ?? null}::bigint is null or b.category_id = ${categoryId ?? null})`;
  const codes =
    status === undefined && holderId === undefined
      ? sql`select batch_id, sum(count)::bigint as codes from batch_range where level = ${level} group by 1`
      : sql`select batch_id, sum(count)::bigint as codes from ${codeStatusCounts(sql`select batch_id, state from visible_batches`, level)} t
          where (${status ?? null}::text is null or status = ${status ?? null}) and (${holderId ?? null}::bigint is null or holder_id = ${holderId ?? null})
          group by 1`;
  const containerCondition =
    holderId === undefined
      ? sql`false`
      : sql`(b.nested and ${level}::int < 3 and exists (select from code_run r
          where r.batch_id = b.batch_id and r.level = ${level} and r.status in ('frozen', 'recalled', 'void')))`;
  const { rows } = await sql<BatchCount>`
    with visible_batches as materialized (${visibleBatches}), counted as (${codes})
    select * from (
      select b.batch_id, b.issue_time, ${issued} as issued, coalesce(n.codes, 0) as codes, ${containerCondition} as carried from visible_batches b left join counted n on n.batch_id = b.batch_id
    ) every where codes > 0 or carried order by issue_time desc nulls last, batch_id desc`.execute(db);
  return rows;
}

/** At most `limit`. */
export async function listFlagged(db: Db, flag: CodeFlag, limit: number): Promise<Run[]> {
  const flagged = flag === 'suspect' ? sql`scan_case where subject = 'code' and state <> 'judged'` : sql`blacklist where kind = 'code'`;
  const { rows } =
    await sql<Run>`select batch_id, level, ordinal as "from", 1 as count from ${flagged} order by 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}
