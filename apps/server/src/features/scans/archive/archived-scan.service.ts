import type { Db } from '../../../platform/db/db.ts';
import type { ArchivedScan } from '../../../platform/db/scan-records.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Condition, DuckDbRow, DuckDbStatement } from '../../../platform/threads/duckdb-job.ts';
import * as files from './archive-files.ts';
import * as archived from './archived-scan.queries.ts';
import * as queries from './scan-archive.queries.ts';

export type { ArchivedMonth } from './scan-archive.queries.ts';
export { lockHolds } from './scan-archive.queries.ts';

export interface ArchivePlace {
  db: Db;
  installation: Pick<Installation, 'files' | 'dataDir'>;
  /** Ends all reads of a request together; otherwise each takes at most `REQUEST_MS`. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds that a request may read archived months. */
export const REQUEST_MS = 20_000;

type Month = queries.ArchivedMonth;

/**
 * Calls `read` with the months that are read from files, newest first. Again if a month moved meanwhile, because its scans could be
 * missing or doubled.
 * @param batchIds only months with scans of these batches
 */
export async function readMonths<T>(
  { db }: Pick<ArchivePlace, 'db'>,
  batchIds: readonly number[] | undefined,
  read: (months: Month[]) => Promise<T>,
): Promise<T> {
  const pathsOf = (months: readonly Month[]) => months.map(({ path }) => path).join();
  for (let months = await queries.listArchived(db, batchIds); ; ) {
    const result = await read(months);
    const after = await queries.listArchived(db, batchIds);
    if (pathsOf(after) === pathsOf(months)) return result;
    months = after;
  }
}

/** Milliseconds since 1970: start (inclusive) and end of the scan ids of a month. */
export function boundsOf({ month }: Pick<Month, 'month'>): { from: number; to: number } {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}

/** Scans of these months in the order of their ids. @throws archiveSlow, archiveUnavailable, busy */
export async function list(place: ArchivePlace, months: readonly Month[], slice: archived.Slice): Promise<ArchivedScan[]> {
  // Cast: columns of `list`.
  return (await run(place, months, (paths) => archived.list(paths, slice))) as ArchivedScan[];
}

/**
 * As `list`, of one month. A file is ordered by day and each day is read alone, so a page is first looked for in the day at its start
 * and the one before: a whole month may have tens of millions of scans.
 */
export async function listPage(place: ArchivePlace, month: Month, slice: archived.Slice): Promise<ArchivedScan[]> {
  const { from, to } = boundsOf(month);
  const start = Math.min(to, slice.beforeMs ?? to, slice.beforeId === undefined ? to : timeOf(slice.beforeId));
  const days = (count: number) => count * archived.DAY_MS;
  const near = slice.isAscending ? { beforeMs: from + days(2) } : { sinceMs: Math.floor(start / days(1)) * days(1) - days(1) };
  const page = await list(place, [month], { ...slice, ...near });
  return page.length === slice.limit ? page : list(place, [month], slice);
}

/** @throws as `list` */
export async function count(place: ArchivePlace, months: readonly Month[], condition: Condition): Promise<number> {
  const [row] = await run(place, months, (paths) => archived.count(paths, condition));
  return Number(row?.count ?? 0);
}

/** Matches by month, in one statement: for conditions with few matches in many months. @throws as `list` */
export async function countByMonth(place: ArchivePlace, months: readonly Month[], condition: Condition): Promise<Map<string, number>> {
  const rows = await run(place, months, (paths) => archived.countByMonth(paths, condition));
  return new Map(rows.map(({ month, count: matches }) => [String(month), Number(matches)]));
}

/** Matches of a month. Where its last two days have more than `limit`, only theirs, among the `scans` of these days. @throws as `list` */
export async function countUpTo(place: ArchivePlace, month: Month, condition: Condition, limit: number) {
  const since = boundsOf(month).to - 2 * archived.DAY_MS;
  const [row] = await run(place, [month], (paths) => archived.countSince(paths, condition, since));
  const matches = Number(row?.matches ?? 0);
  if (matches > limit) return { matches, scans: Number(row?.scans) };
  return { matches: await count(place, [month], condition), scans: month.scans };
}

/** Of the newest `limit` scans. @throws as `list` */
export async function sum(place: ArchivePlace, months: readonly Month[], condition: Condition, limit: number) {
  const rows = await run(place, months, (paths) => archived.sum(paths, condition, limit));
  return rows.map(({ verdict, day, region, n }) => ({
    verdict: String(verdict),
    day: String(day),
    region: region === null || region === undefined ? null : String(region),
    n: Number(n),
  }));
}

export interface CodePlace {
  batchId: number;
  level: number;
  /** From 0. */
  ordinal: number;
}

/** The newest archived scans of a code, unless `limit` hot ones are newer. @throws as `list` */
export async function listOfCode(
  place: ArchivePlace,
  { batchId, level, ordinal }: CodePlace,
  hot: readonly { scanId: string }[],
  limit: number,
): Promise<ArchivedScan[]> {
  const months = await queries.listArchived(place.db, [batchId]);
  return listMissing(place, notOlder(months, hot, limit), hot, {
    condition: {
      sql: 'batch_id = ?::bigint and level = ?::smallint and ordinal = ?::bigint',
      parameters: [batchId, level, ordinal].map(String),
    },
    limit,
  });
}

/** The newest archived scans of a text that is not a code, unless `limit` hot ones are newer. @throws as `list` */
export async function listOfText(
  place: ArchivePlace,
  codeText: string,
  hot: readonly { scanId: string }[],
  limit: number,
): Promise<ArchivedScan[]> {
  const condition = { sql: 'code_text = ?', parameters: [codeText] };
  return listMissing(place, notOlder(await queries.listArchived(place.db), hot, limit), hot, { condition, limit });
}

/** Without scans of a month that an interrupted run left in file and table. */
async function listMissing(place: ArchivePlace, months: readonly Month[], hot: readonly { scanId: string }[], slice: archived.Slice) {
  const hotIds = new Set(hot.map(({ scanId }) => scanId));
  return (await list(place, months, slice)).filter(({ scan_id: id }) => !hotIds.has(id));
}

/** Months that may have scans among the newest `limit`. */
function notOlder(months: readonly Month[], hot: readonly { scanId: string }[], limit: number): Month[] {
  const last = hot[limit - 1];
  return months.filter((month) => !last || boundsOf(month).to > timeOf(last.scanId));
}

/** Milliseconds since 1970 in a scan id. */
export const timeOf = (scanId: string) => Number.parseInt(scanId.replaceAll('-', '').slice(0, 12), 16);

/** Those of the scans that are archived. @throws as `list` */
export async function listByIds(place: ArchivePlace, scanIds: readonly string[]): Promise<ArchivedScan[]> {
  if (scanIds.length === 0) return [];
  const times = scanIds.map(timeOf);
  const months = (await queries.listArchived(place.db)).filter((month) => {
    const { from, to } = boundsOf(month);
    return times.some((time) => time >= from && time < to);
  });
  const rows = await list(place, months, { condition: archived.hasId(scanIds), limit: scanIds.length });
  const ids = new Set(scanIds);
  return rows.filter(({ scan_id: id }) => ids.has(id));
}

async function run(
  { installation, signal = AbortSignal.timeout(REQUEST_MS) }: ArchivePlace,
  months: readonly Month[],
  statementOf: (paths: string[]) => DuckDbStatement,
): Promise<DuckDbRow[]> {
  if (months.length === 0) return [];
  try {
    const paths: string[] = [];
    for (const month of months) {
      const path = await beforeAbort(signal, files.localFile(installation, month));
      if (!path) throw new Problem('archiveUnavailable', { month: month.month });
      paths.push(path);
    }
    return await files.query(installation, statementOf(paths), signal);
  } catch (cause) {
    if (signal.aborted && !(cause instanceof Problem)) throw new Problem('archiveSlow', {}, { cause });
    throw cause;
  }
}

/** A download continues for the next request. */
function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
