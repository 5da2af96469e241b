import type { DataScope } from '../../../platform/db/scope.ts';
import * as archive from '../archive/archived-scan.service.ts';
import { isUnfiltered, periodOf, toCondition } from './archive-filter.queries.ts';
import { type Group, groupScans } from './figures.queries.ts';
import { listHistogramBuckets } from './histogram.queries.ts';
import * as queries from './scan.queries.ts';

/** Milliseconds since 1970; `to` is exclusive. */
type Bounds = Record<'from' | 'to', number | undefined>;

/** Part of a month, in milliseconds, that is counted whole. The last days of the month would tell nothing about it. */
const SHORT_MS = 2 * 86_400_000;

/** Part of a list: rows of the table, or of one archived month. */
interface Segment extends Bounds {
  month: archive.ArchivedMonth | undefined;
}

/** Consecutive segments of a period, newest first. `months` are newest first. */
function segmentsOf(months: readonly archive.ArchivedMonth[], { from, to }: Bounds): Segment[] {
  const segments: Segment[] = [];
  let end = to;
  for (const month of months) {
    const bounds = archive.boundsOf(month);
    if ((end !== undefined && bounds.from >= end) || (from !== undefined && bounds.to <= from)) continue;
    if (end === undefined || end > bounds.to) segments.push({ from: bounds.to, to: end, month: undefined });
    segments.push({ ...bounds, month });
    end = bounds.from;
  }
  if (from === undefined || end === undefined || end > from)
    segments.push({ from: undefined, to: end === to ? undefined : end, month: undefined });
  return segments;
}

/** `offset`, with `sortsAll` to sort all rows; before a moment or a scan; or the oldest rows. */
export type ListWindow = queries.PageWindow | { beforeId: string };

type ListPlace = archive.ArchivePlace & { scope: DataScope };

/** One list over the table and the archived months of its period. Without such months it is the table alone. */
export class ScanList {
  readonly #ctx: ListPlace;
  readonly #filter: queries.ScanFilter;
  readonly #rows: queries.Rows;
  readonly #segments: Segment[];
  /** Rows of the first segments, where they are counted completely. */
  readonly #counts: (number | undefined)[] = [];
  #condition: ReturnType<typeof toCondition> | undefined;
  #scansOfCode: Promise<Map<string, number>> | undefined;

  constructor(ctx: ListPlace, filter: queries.ScanFilter, months: readonly archive.ArchivedMonth[]) {
    this.#ctx = ctx;
    this.#filter = filter;
    this.#rows = queries.filterScans(ctx.db, ctx.scope, filter);
    this.#segments = segmentsOf(months, periodOf(filter));
  }

  /** Calls `read` with the list, which `signal` ends; again if a month moved meanwhile. */
  static read = <T>(ctx: ListPlace, filter: queries.ScanFilter, read: (list: ScanList) => Promise<T>): Promise<T> =>
    archive.readMonths(ctx, batchesOf(filter), (months) => read(new ScanList(ctx, filter, months)));

  /** Rows of the table that match, if no archived month belongs to the list. */
  get hotRows(): queries.Rows | undefined {
    return this.#months.length === 0 ? this.#rows : undefined;
  }

  get #months(): archive.ArchivedMonth[] {
    return this.#segments.flatMap(({ month }) => month ?? []);
  }

  #archiveCondition() {
    this.#condition ??= toCondition(this.#ctx.db, this.#ctx.scope, this.#filter);
    return this.#condition;
  }

  #hotPart({ from, to }: Segment): queries.Rows {
    return queries.within(this.#rows, this.#filter, from, to);
  }

  /** Exact up to `limit`, otherwise an estimate above it. Archived months are counted only as far as the limit is not reached. */
  async count(limit: number): Promise<number> {
    const { db, scope } = this.#ctx;
    let [hot, isHotExact] = [0, true];
    let [matches, counted, rest] = [0, 0, 0];
    for (const [index, segment] of this.#segments.entries()) {
      const isComplete = hot + matches <= limit;
      if (segment.month && !isComplete) rest += segment.month.scans;
      if (segment.month ? !isComplete : !isHotExact) continue;
      if (segment.month) {
        const part = await this.#countMonth(segment.month, limit);
        if (part.scans === segment.month.scans) this.#counts[index] = part.matches;
        matches += part.matches;
        counted += part.scans;
        rest += segment.month.scans - part.scans;
      } else {
        const count = await this.#countPart(segment, limit);
        if (isComplete && count <= limit) this.#counts[index] = count;
        hot += count;
        isHotExact = hot <= limit;
      }
    }
    if (hot + matches <= limit || (isHotExact && rest === 0)) return hot + matches;
    const estimate = isHotExact ? hot : Math.max(hot, await queries.estimate(db, scope, this.#filter));
    if (rest === 0) return estimate + matches;
    const share = counted > 0 ? matches / counted : await this.#hotShare(estimate);
    return Math.round(estimate + matches + rest * share);
  }

  /** Exact up to `limit`. */
  async #countPart(segment: Segment, limit: number): Promise<number> {
    if (segment.month) return (await this.#countMonth(segment.month, limit)).matches;
    return queries.countUpTo(this.#ctx.db, this.#hotPart(segment), limit);
  }

  async #countMonth(month: archive.ArchivedMonth, limit: number) {
    const { from, to } = periodOf(this.#filter);
    const bounds = archive.boundsOf(month);
    const isWhole = (from === undefined || from <= bounds.from) && (to === undefined || to >= bounds.to);
    if (isWhole && isUnfiltered(this.#ctx.scope, this.#filter)) return { matches: month.scans, scans: month.scans };
    const condition = await this.#archiveCondition();
    if (this.#filter.ordinal !== undefined) {
      this.#scansOfCode ??= archive.countByMonth(this.#ctx, this.#months, condition);
      return { matches: (await this.#scansOfCode).get(month.month) ?? 0, scans: month.scans };
    }
    const duration = Math.min(to ?? bounds.to, bounds.to) - Math.max(from ?? bounds.from, bounds.from);
    if (duration <= SHORT_MS) return { matches: await archive.count(this.#ctx, [month], condition), scans: month.scans };
    return archive.countUpTo(this.#ctx, month, condition, limit);
  }

  /** Share of the table that matches, by the planner. */
  async #hotShare(estimate: number): Promise<number> {
    const buckets = await listHistogramBuckets(this.#ctx.db);
    const total = buckets.reduce((sum, { rows }) => sum + rows, 0);
    return total > 0 ? Math.min(1, estimate / total) : 1;
  }

  /** Distribution over time, newest first, from statistics and the sizes of the archived months. */
  async histogram() {
    const hot = await listHistogramBuckets(this.#ctx.db);
    const archived = this.#months.map((month) => {
      const { from, to } = archive.boundsOf(month);
      const { firstScanId, lastScanId, scans } = month;
      return { from: firstScanId ? archive.timeOf(firstScanId) : from, to: lastScanId ? archive.timeOf(lastScanId) : to, rows: scans };
    });
    return [...hot, ...archived].toSorted((one, other) => other.to - one.to);
  }

  /** The newest `limit` rows by result, day and province. */
  async sum(limit: number): Promise<Group[]> {
    const groups: Group[] = [];
    let rest = limit;
    for (const segment of this.#segments) {
      if (rest === 0) break;
      const found = segment.month
        ? await archive.sum(this.#ctx, [segment.month], await this.#archiveCondition(), rest)
        : await groupScans(this.#ctx.db, this.#hotPart(segment), this.#filter, rest);
      groups.push(...found);
      rest -= found.reduce((sum, { n }) => sum + n, 0);
    }
    return groups;
  }

  /** Newest first. */
  async take(window: ListWindow, size: number): Promise<queries.ScanRow[]> {
    const isOldest = window === 'oldest';
    let offset = !isOldest && 'offset' in window ? window.offset : 0;
    const rows: queries.ScanRow[] = [];
    for (const [index, segment] of isOldest ? [...this.#segments.entries()].reverse() : this.#segments.entries()) {
      if (rows.length === size) break;
      const count = this.#counts[index];
      if (count === 0) continue;
      if (offset > 0 && count !== undefined && count <= offset) {
        offset -= count;
        continue;
      }
      if (!isOldest && !('offset' in window) && segment.from !== undefined && segment.from >= startOf(window)) continue;
      const part = isOldest || !('offset' in window) ? window : { ...window, offset };
      const found = await this.#takePart(segment, part, size - rows.length);
      // a segment that was not counted ends before the offset
      offset = found.length === 0 && offset > 0 ? offset - (await this.#countPart(segment, offset)) : 0;
      if (isOldest) rows.unshift(...found);
      else rows.push(...found);
    }
    return rows;
  }

  async #takePart(segment: Segment, window: ListWindow, size: number): Promise<queries.ScanRow[]> {
    const { db } = this.#ctx;
    if (!segment.month) {
      const rows = this.#hotPart(segment);
      if (typeof window === 'object' && 'beforeId' in window)
        return queries.listPage(db, queries.before(rows, this.#filter, window.beforeId), this.#filter, { offset: 0 }, size);
      return queries.listPage(db, rows, this.#filter, window, size);
    }
    const position =
      window === 'oldest'
        ? { isAscending: true }
        : 'beforeId' in window
          ? { beforeId: window.beforeId }
          : 'before' in window
            ? { beforeMs: window.before }
            : { offset: window.offset };
    const scans = await archive.listPage(this.#ctx, segment.month, { condition: await this.#archiveCondition(), limit: size, ...position });
    return queries.listArchived(db, scans);
  }
}

const startOf = (window: { before: number } | { beforeId: string }) =>
  'before' in window ? window.before : archive.timeOf(window.beforeId) + 1;

/** Batches to which a filter limits the list. */
function batchesOf({ batchId, batchIds, pastedCodes }: queries.ScanFilter): readonly number[] | undefined {
  if (batchId !== undefined) return [batchId];
  if (pastedCodes?.texts.length === 0) return pastedCodes.places.map((place) => place.batchId);
  return batchIds;
}
