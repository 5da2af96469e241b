import type { CodeRun, CodeStatus, StatusCounts } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** Ordinals of a batch, from 0. */
export interface Ordinals {
  from: number;
  count: number;
}

/** Codes that a batch has, over all its runs. */
export async function countCodes(db: Db, batchId: number): Promise<number> {
  const { codes } = await db
    .selectFrom('batchRange')
    .select(sql<number>`coalesce(sum(count), 0)`.as('codes'))
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .executeTakeFirstOrThrow();
  return codes;
}

/**
 * The condition on segments that they overlap or touch [from, past). A batch's segments have no gaps, so what reaches `from` is
 * at most one segment that begins before it: the index finds it, and nothing before it is read.
 */
const near = (batchId: number, from: number, past: number) => sql`batch_id = ${batchId} and level = 0 and ordinal_from <= ${past}
  and ordinal_from >= coalesce((select max(ordinal_from) from code_segment
    where batch_id = ${batchId} and level = 0 and ordinal_from < ${from}), 0)`;

/** The first run within `ordinals` whose status is none of `statuses`, cut to them; ordinals from 1, both ends included. */
export async function findOther(db: Db, batchId: number, { from, count }: Ordinals, statuses: readonly CodeStatus[]) {
  const { rows } = await sql<{ from: number; to: number; status: CodeStatus }>`
    select greatest(ordinal_from, ${from}::bigint) + 1 as from, least(ordinal_from + count, ${from + count}::bigint) as to, status
    from code_segment
    where ${near(batchId, from, from + count)} and ordinal_from < ${from + count} and ordinal_from + count > ${from}
      and status <> all(${statuses}::text[])
    order by ordinal_from limit 1`.execute(db);
  return rows[0];
}

/** Tells whether any code of a batch has one of `statuses`. */
export const hasAny = async (db: Db, batchId: number, statuses: readonly CodeStatus[]) =>
  (await db
    .selectFrom('codeSegment')
    .select('status')
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .where('status', 'in', statuses)
    .limit(1)
    .executeTakeFirst()) !== undefined;

interface Stroke {
  from: readonly CodeStatus[];
  /** Absent: back to what it was before it was frozen. */
  to: CodeStatus | undefined;
  reason: string | null;
}

/**
 * Gives the codes of `ordinals` whose status is one of `stroke.from` their new status: runs are split at the ends, and what is
 * alike afterwards is one run again. The batch's row is locked by the caller; the exclusion constraint judges at commit.
 */
export async function repaint(db: Db, batchId: number, { from, count }: Ordinals, stroke: Stroke) {
  const past = from + count;
  const painted = sql`status = any(${stroke.from}::text[])`;
  const status = stroke.to === undefined ? sql`coalesce(status_before, 'issued')` : sql`${stroke.to}`;
  const before = stroke.to === 'frozen' ? sql`status` : sql`null`;
  await sql`
    with near as (delete from code_segment where ${near(batchId, from, past)} returning *),
    pieces as (
      select ordinal_from as first, least(ordinal_from + count, ${from}::bigint) as past, status, status_before, holder_id, reason
      from near where ordinal_from < ${from}
      union all
      select greatest(ordinal_from, ${from}::bigint), least(ordinal_from + count, ${past}::bigint),
        case when ${painted} then ${status} else status end,
        case when ${painted} then ${before} else status_before end,
        holder_id, case when ${painted} then ${stroke.reason} else reason end
      from near where ordinal_from < ${past} and ordinal_from + count > ${from}
      union all
      select greatest(ordinal_from, ${past}::bigint), ordinal_from + count, status, status_before, holder_id, reason
      from near where ordinal_from + count > ${past}
    ),
    starts as (
      select *, (status, status_before, holder_id, reason) is distinct from
        (lag(status) over (order by first), lag(status_before) over (order by first), lag(holder_id) over (order by first),
         lag(reason) over (order by first)) as starts
      from pieces
    ),
    islands as (select *, count(*) filter (where starts) over (order by first rows unbounded preceding) as island from starts)
    insert into code_segment (batch_id, level, ordinal_from, count, status, status_before, holder_id, reason)
    select ${batchId}::bigint, 0, min(first), max(past) - min(first), status, status_before, holder_id, reason
    from islands group by island, status, status_before, holder_id, reason`.execute(db);
}

/** Codes of a batch by status. */
export async function countByStatus(db: Db, batchId: number): Promise<StatusCounts> {
  const rows = await db
    .selectFrom('codeSegment')
    .select(['status', sql<number>`sum(count)`.as('codes')])
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, codes }) => [status, codes]));
}

/** The longest runs of a batch, at most `most`, in order; ordinals from 1, both ends included. */
export const listLongest = (db: Db, batchId: number, most: number): Promise<CodeRun[]> =>
  db
    .selectFrom((longest) =>
      longest
        .selectFrom('codeSegment')
        .selectAll()
        .where('batchId', '=', batchId)
        .where('level', '=', 0)
        .orderBy('count', 'desc')
        .orderBy('ordinalFrom')
        .limit(most)
        .as('longest'),
    )
    .select(['status', 'reason', sql<number>`ordinal_from + 1`.as('from'), sql<number>`ordinal_from + count`.as('to')])
    // the table checks the statuses
    .$narrowType<{ status: CodeStatus }>()
    .orderBy('ordinalFrom')
    .execute();

/** A piece of a run that a page of codes shows: `count` codes from ordinal `first`, counted from 0. */
interface Slice {
  first: number;
  count: number;
  status: CodeStatus;
  /** Codes that match, over all pages. */
  total: number;
}

/** A page of a batch's codes. */
export interface Pages {
  /** First ordinal that counts, from 0. */
  from: number;
  /** From 1; past the end means the last page. */
  page: number;
  pageSize: number;
}

/** The pieces of runs on one page of all codes: runs have no gaps, so their ordinals say where it is. */
export async function listSlices(db: Db, batchId: number, { from, page, pageSize }: Pages): Promise<Slice[]> {
  const past = await countCodes(db, batchId);
  const total = Math.max(0, past - from);
  const first = from + Math.min((page - 1) * pageSize, Math.floor(Math.max(0, total - 1) / pageSize) * pageSize);
  const end = Math.min(first + pageSize, past);
  const { rows } = await sql<Slice>`
    select greatest(ordinal_from, ${first}::bigint) as first, status, ${total}::bigint as total,
      least(ordinal_from + count, ${end}::bigint) - greatest(ordinal_from, ${first}::bigint) as count
    from code_segment
    where ${near(batchId, first, end)} and ordinal_from < ${end} and ordinal_from + count > ${first}
    order by ordinal_from`.execute(db);
  return rows;
}

/** The same of the codes of some statuses, counted over their runs and never over codes: any page of 10⁹ costs the same. */
export async function listSlicesOf(db: Db, batchId: number, statuses: readonly CodeStatus[], { from, page, pageSize }: Pages) {
  const { rows } = await sql<Slice>`
    with counted as (
      select greatest(ordinal_from, ${from}::bigint) as first, ordinal_from + count as past, status,
        sum(ordinal_from + count - greatest(ordinal_from, ${from}::bigint)) over (order by ordinal_from rows unbounded preceding)::bigint as upto
      from code_segment
      where batch_id = ${batchId} and level = 0 and ordinal_from + count > ${from} and status = any(${statuses}::text[])
    ),
    asked as (
      select total, least(${(page - 1) * pageSize}::bigint, greatest(total - 1, 0) / ${pageSize}::bigint * ${pageSize}::bigint) as skip
      from (select coalesce(max(upto), 0) as total from counted) all_runs
    )
    select first + greatest(skip - (upto - (past - first)), 0) as first,
      least(upto, skip + ${pageSize}::bigint) - greatest(upto - (past - first), skip) as count, status, total
    from counted, asked
    where upto > skip and upto - (past - first) < skip + ${pageSize}::bigint
    order by first`.execute(db);
  return rows;
}

/** The run that holds one ordinal. */
export const find = (db: Db, batchId: number, ordinal: number) =>
  db
    .selectFrom('codeSegment')
    .select(['status', 'reason'])
    .$narrowType<{ status: CodeStatus }>()
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .where('ordinalFrom', '<=', ordinal)
    .where(sql<boolean>`ordinal_from + count > ${ordinal}`)
    .orderBy('ordinalFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
