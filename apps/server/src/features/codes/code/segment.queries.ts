import type { CodeStatus, StatusCounts } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type CodeState, clipRuns, type Ordinals, unpackBlock } from './ordinal-runs.ts';
import { loadRuns, stateRunsOf } from './stored-runs.queries.ts';

export async function countCodes(db: Db, batchId: number, level = 0): Promise<number> {
  const { codes } = await db
    .selectFrom('batchRange')
    .select(sql<number>`coalesce(sum(count), 0)`.as('codes'))
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  return codes;
}

/** Units by effective status. */
export async function countByStatus(db: Db, batchId: number): Promise<StatusCounts> {
  const { rows } = await sql<{ status: CodeStatus; codes: number }>`
    select status, sum(count)::bigint as codes from code_standing(${batchId}, 0) group by status having sum(count) <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ status, codes }) => [status, codes]));
}

/** A run by its own status. */
export interface LongRun extends Ordinals {
  status: CodeStatus;
  reason: string | null;
}

/** By own status, in order. A packed stretch counts as one run of its most frequent status. */
export async function listLongest(db: Db, batchId: number, level: number, limit: number): Promise<LongRun[]> {
  const { rows } = await sql<LongRun>`
    select status, reason, ordinal_from as "from", count from (
      select ordinal_from, count, status, reason from code_segment where batch_id = ${batchId} and level = ${level}
      union all
      select ordinal_from, count, k.status, k.reason from code_block b cross join lateral (
        select status, reason from unnest(b.statuses, b.reasons, b.totals) as k(status, reason, total) order by total desc limit 1) k
      where batch_id = ${batchId} and level = ${level}
      order by count desc, ordinal_from limit ${limit}
    ) longest order by ordinal_from`.execute(db);
  return rows;
}

/** `from` counts from 0. */
export interface Slice extends CodeState {
  from: number;
  count: number;
}

export interface PageQuery {
  level: number;
  /** From 0. */
  from: number;
  /** Default: all. */
  count?: number | undefined;
  /** From 1. Past the end: the last page. */
  page: number;
  pageSize: number;
  /** Matches before the page. Default: derived from `page`. */
  skip?: number | undefined;
}

export interface SlicePage {
  slices: Slice[];
  /** On all pages. */
  total: number;
}

/** Past the end: the last page. */
export const offsetOf = ({ page, pageSize, skip }: Pick<PageQuery, 'page' | 'pageSize' | 'skip'>, total: number) =>
  skip ?? Math.min((page - 1) * pageSize, Math.floor(Math.max(0, total - 1) / pageSize) * pageSize);

/** Runs have no gaps, so the ordinals determine the page. */
export async function listSlices(db: Db, batchId: number, pages: PageQuery): Promise<SlicePage> {
  const end = Math.min(await countCodes(db, batchId, pages.level), pages.from + (pages.count ?? Number.POSITIVE_INFINITY));
  const total = Math.max(0, end - pages.from);
  const first = pages.from + offsetOf(pages, total);
  const window = { from: first, count: Math.min(pages.pageSize, Math.max(0, end - first)) };
  return { slices: stateRunsOf(await loadRuns(db, batchId, pages.level, [window]), [window]), total };
}

export interface StateFilter {
  /** Default: any. */
  statuses?: readonly CodeStatus[] | undefined;
  holderId?: number | undefined;
}

/** Counts runs, not codes, so any page of 10⁹ codes costs the same. */
export async function listSlicesOf(db: Db, batchId: number, { statuses, holderId }: StateFilter, pages: PageQuery): Promise<SlicePage> {
  const { level, from, count = Number.MAX_SAFE_INTEGER - from, pageSize } = pages;
  const end = from + count;
  const stateCondition = sql`(${statuses ?? null}::text[] is null or status = any(${statuses ?? null}::text[]))
    and (${holderId ?? null}::bigint is null or holder_id = ${holderId ?? null}::bigint)`;
  const { rows: items } = await sql<{ first: number; count: number; before: number; matches: number; total: number; block: boolean }>`
    with items as (
      select ordinal_from as first, count, least(ordinal_from + count, ${end}::bigint) - greatest(ordinal_from, ${from}::bigint) as matches,
        false as block
      from code_segment where batch_id = ${batchId} and level = ${level} and ordinal_from + count > ${from} and ordinal_from < ${end} and ${stateCondition}
      union all
      select ordinal_from, count, matches, true from code_block b cross join lateral (
        select case when b.ordinal_from >= ${from} and b.ordinal_from + b.count <= ${end} then
          (select sum(codes) from unnest(b.statuses, b.holders, b.totals) as k(status, holder_id, codes) where ${stateCondition})
        else (select sum(least(b.ordinal_from + r.first + r.count, ${end}::bigint) - greatest(b.ordinal_from + r.first, ${from}::bigint))
          from unnest(b.firsts, b.counts, b.kinds) as r(first, count, kind)
          cross join lateral (select b.statuses[r.kind] as status, b.holders[r.kind] as holder_id) k
          where b.ordinal_from + r.first + r.count > ${from} and b.ordinal_from + r.first < ${end} and ${stateCondition}) end as matches
      ) k where batch_id = ${batchId} and level = ${level} and ordinal_from + count > ${from} and ordinal_from < ${end} and matches > 0
    ),
    counted as (select *, sum(matches) over (order by first rows unbounded preceding)::bigint as upto from items),
    page as (
      select total, least(${pages.skip ?? (pages.page - 1) * pageSize}::bigint, greatest(total - 1, 0) / ${pageSize}::bigint * ${pageSize}::bigint) as skip
      from (select coalesce(max(upto), 0) as total from counted) all_runs
    )
    select first, count, block, matches::bigint, upto - matches::bigint as before, total from counted, page
    where upto > skip and upto - matches < skip + ${pageSize}::bigint order by first`.execute(db);
  const total = items[0]?.total ?? 0;
  if (items.length === 0) return { slices: [], total };

  const isMatch = ({ status, holderId: holder }: CodeState) =>
    (!statuses || statuses.includes(status)) && (holderId === undefined || holder === holderId);
  const storedRuns = await loadRuns(
    db,
    batchId,
    level,
    items.map(({ first }) => ({ from: first, count: 1 })),
  );
  const windows = items.map((item) => ({
    from: Math.max(item.first, from),
    count: Math.min(item.first + item.count, end) - Math.max(item.first, from),
  }));
  const stateRuns = [
    ...clipRuns(storedRuns.segments, windows),
    ...storedRuns.blocks.flatMap((block) => clipRuns(unpackBlock(block), windows)),
  ]
    .filter(isMatch)
    .toSorted((one, other) => one.from - other.from);
  const skip = offsetOf(pages, total) - items[0]!.before;
  return { slices: pageOf(stateRuns, skip, pageSize), total };
}

export function pageOf<Range extends { from: number; count: number }>(runs: readonly Range[], skip: number, pageSize: number): Range[] {
  const page: Range[] = [];
  let position = 0;
  for (const run of runs) {
    const [begin, end] = [Math.max(skip, position), Math.min(skip + pageSize, position + run.count)];
    if (end > begin) page.push({ ...run, from: run.from + begin - position, count: end - begin });
    position += run.count;
    if (position >= skip + pageSize) break;
  }
  return page;
}

/** By ordinal. */
export async function statesOf(db: Db, batchId: number, level: number, ordinals: readonly number[]): Promise<Map<number, CodeState>> {
  const runs = ordinals.toSorted((one, other) => one - other).map((from) => ({ from, count: 1 }));
  const stateRuns = stateRunsOf(await loadRuns(db, batchId, level, runs), runs);
  return new Map(stateRuns.map((stateRun) => [stateRun.from, stateRun]));
}

export const find = async (db: Db, batchId: number, level: number, ordinal: number) =>
  (await statesOf(db, batchId, level, [ordinal])).get(ordinal);
