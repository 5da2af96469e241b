import { provinceOf, type QueryOf, type ScanFigures, type scans } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Context } from '../../../platform/http/context.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import * as queries from './figures.queries.ts';
import { narrowingOf } from './scan.service.ts';

type Asked = Omit<QueryOf<typeof scans>, 'paging'>;

const DAY = 86_400_000;
/** Default period in days. */
const SPAN = 30;

/** Filters that hourly sums support. */
const known = [
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
export async function figures(ctx: Context, asked: Asked): Promise<ScanFigures> {
  const { db, scope } = ctx;
  const to = (asked.endTime ?? dayOf(now())).slice(0, 10);
  const from = (asked.beginTime ?? dayOf(Date.parse(`${to}T00:00:00+08:00`) - (SPAN - 1) * DAY)).slice(0, 10);
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const isWhole = (moment: string | undefined, time: string) => moment === undefined || moment.length === 10 || moment.endsWith(time);
  const isProvince = asked.regionCode === undefined || asked.regionCode === provinceOf(asked.regionCode);
  // sums exclude inspections
  const summed = ([name, value]: [string, unknown]) => known.includes(name) || (name === 'inspection' && value === '0');
  const broad = given.every(summed) && isWhole(asked.beginTime, ' 00:00:00') && isWhole(asked.endTime, ' 23:59:59') && isProvince;
  if (broad) return filled({ ...(await queries.sumHours(db, scope, { ...asked, from, to })), more: false }, from, to);
  const narrowing = await narrowingOf(ctx, { ...asked, beginTime: asked.beginTime ?? from });
  if (!narrowing) return filled({ counted: 0, more: false, verdicts: [], days: [], regions: [] }, from, to);
  const sums = await queries.sumScans(db, scope, narrowing);
  return filled({ ...sums, more: sums.counted >= queries.MOST_COUNTED }, from, to);
}

/** Adds days without scans; at most the latest year. */
function filled(figures: ScanFigures, from: string, to: string): ScanFigures {
  const byDay = new Map(figures.days.map((day) => [day.day, day]));
  const end = Date.parse(`${to}T00:00:00Z`);
  const begin = Math.max(Date.parse(`${from}T00:00:00Z`), end - 366 * DAY);
  const days = Array.from({ length: Math.max(0, Math.floor((end - begin) / DAY) + 1) }, (_, index) => {
    const day = new Date(begin + index * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, scans: 0, suspect: 0 };
  });
  return { ...figures, days };
}
