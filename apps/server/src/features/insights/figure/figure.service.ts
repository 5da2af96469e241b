import type { HomeFigures, HourFigures, RegionFigures } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as expiryService from '../expiry/expiry.service.ts';
import * as queries from './figure.queries.ts';

export { subtract } from './count-scans.queries.ts';
export { follow, followAllCodes, rebuild } from './count-scans.service.ts';

/** Scans of unknown codes require full scope. */
export async function home(ctx: Context, days: number): Promise<HomeFigures> {
  const { db, scope } = ctx;
  const { followTime, from, to, before, eve: lastBefore, yesterday, monthEve } = await queries.findPeriod(db, days);
  const span = { from, to };
  const [sums, restOfDay, codes, [today, eve, month], byRegion, goods, dealers, cases, expiry] = await Promise.all([
    queries.byDay(db, scope, { from: before, to }),
    queries.afterThisHour(db, scope, lastBefore),
    queries.codesByDay(db, scope, span),
    queries
      .codesAt(db, scope, [to, yesterday, monthEve])
      .then((at) => [to, yesterday, monthEve].map((day) => at.find((one) => one.day === day))),
    queries.byRegion(db, scope, span),
    queries.topGoods(db, scope, span),
    queries.topDealers(db, scope, span),
    queries.countCases(db, scope),
    expiryService.counts(ctx),
  ]);
  const codesOn = new Map(codes.map(({ day, ...rest }) => [day, rest]));
  const change = (key: Exclude<keyof queries.DaySums, 'day'>) => {
    const total = (part: queries.DaySums[]) => part.reduce((sum, day) => sum + day[key], 0);
    // today is not over, so the comparison ends at the same hour
    return { value: total(sums.slice(days)), before: total(sums.slice(0, days)) - restOfDay[key] };
  };
  const now = today ?? { issued: 0, live: 0 };
  const since = (key: 'issued' | 'live', then: queries.CodeSums | undefined) => now[key] - (then?.[key] ?? 0);
  return {
    followTime,
    days,
    scans: change('scans'),
    firsts: change('firsts'),
    ours: change('ours'),
    suspect: change('suspect'),
    diversion: change('diversion'),
    codes: {
      issued: now.issued,
      live: now.live,
      issuedToday: since('issued', eve),
      issuedMonth: since('issued', month),
      liveToday: since('live', eve),
      liveMonth: since('live', month),
    },
    byDay: sums.slice(days).map((day) => ({ ...day, ...(codesOn.get(day.day) ?? { issued: 0, live: 0 }) })),
    byRegion,
    goods,
    dealers,
    cases,
    expiring: { days: expiry.days, over: expiry.over, near: Object.values(expiry.near).reduce((sum, count) => sum + count, 0) },
  };
}

export async function hours({ db, scope }: Context): Promise<HourFigures> {
  const [rows, { hour: now }] = await Promise.all([queries.byHour(db, scope), queries.findPeriod(db, 1)]);
  const scansAt = (hour: number, isToday: boolean) => rows.find((row) => row.hour === hour && row.isToday === isToday)?.scans ?? 0;
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    today: hour <= now ? scansAt(hour, true) : null,
    yesterday: scansAt(hour, false),
  }));
}

export async function regions({ db, scope }: Context, days: number, regionCode: string): Promise<RegionFigures> {
  const { from, to } = await queries.findPeriod(db, days);
  return queries.byCity(db, scope, { from, to }, regionCode);
}
