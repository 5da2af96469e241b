import { provinceOf, type QueryOf, type ScanFigures, type scans } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Context } from '../../../platform/http/context.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import * as figuresQueries from './figures.queries.ts';
import { toScanFilter } from './scan.service.ts';

type FigureQuery = Omit<QueryOf<typeof scans>, 'paging'>;

const DAY = 86_400_000;
/** Default period in days. */
const DEFAULT_DAYS = 30;

/** Filters that hourly sums support. */
const hourlyFilters = [
  'batchId',
  'categoryId',
  'verdict',
  'reason',
  'regionCode',
  'unplaced',
  'channelBusinessId',
  'first',
  'beginTime',
  'endTime',
];

/** Uses the hourly sums if they support all filters, otherwise single scans. */
export async function figures(ctx: Context, query: FigureQuery): Promise<ScanFigures> {
  const { db, scope } = ctx;
  const to = (query.endTime ?? dayOf(now())).slice(0, 10);
  const from = (query.beginTime ?? dayOf(Date.parse(`${to}T00:00:00+08:00`) - (DEFAULT_DAYS - 1) * DAY)).slice(0, 10);
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const isWholeDay = (moment: string | undefined, time: string) => moment === undefined || moment.length === 10 || moment.endsWith(time);
  const isProvince = query.regionCode === undefined || query.regionCode === provinceOf(query.regionCode);
  // sums exclude inspections
  const isSupported = ([name, value]: [string, unknown]) => hourlyFilters.includes(name) || (name === 'inspection' && value === '0');
  const usesHourlySums = entries.every(isSupported) && isWholeDay(query.beginTime, ' 00:00:00') && isWholeDay(query.endTime, ' 23:59:59') && isProvince;
  if (usesHourlySums) return fillDays({ ...(await figuresQueries.sumHours(db, scope, { ...query, from, to })), more: false }, from, to);
  const filter = await toScanFilter(ctx, { ...query, beginTime: query.beginTime ?? from });
  if (!filter) return fillDays({ counted: 0, more: false, verdicts: [], days: [], regions: [] }, from, to);
  const sums = await figuresQueries.sumScans(db, scope, filter);
  return fillDays({ ...sums, more: sums.counted >= figuresQueries.MAX_COUNTED }, from, to);
}

/** Adds days without scans; at most the latest year. */
function fillDays(figures: ScanFigures, from: string, to: string): ScanFigures {
  const byDay = new Map(figures.days.map((day) => [day.day, day]));
  const end = Date.parse(`${to}T00:00:00Z`);
  const begin = Math.max(Date.parse(`${from}T00:00:00Z`), end - 366 * DAY);
  const days = Array.from({ length: Math.max(0, Math.floor((end - begin) / DAY) + 1) }, (_, index) => {
    const day = new Date(begin + index * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, scans: 0, suspect: 0 };
  });
  return { ...figures, days };
}
