import { DIVERSION_DAYS, type Diversion, type DiversionQuery, provinceOf } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Context } from '../../../platform/http/context.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as queries from './diversion.queries.ts';

const DAY = 86_400_000;
/** Maximum dealers; those with most scans outside their regions come first. */
const MAX_DEALERS = 50;
const MAX_PLACES = 40;

const sinceOf = (to: string) => dayOf(Date.parse(`${to}T00:00:00+08:00`) - (DIVERSION_DAYS - 1) * DAY);

async function groupByDealer({ db, scope }: Context, filter: queries.DiversionFilter) {
  const rows = await queries.listSums(db, scope, filter);
  const grain = (await settingService.get(db, 'suyuan.scan.addressGrain')) === 'city' ? 'city' : 'province';
  const holders = [...new Set(rows.map(({ channelBusinessId }) => channelBusinessId))];
  const regionsOf = await verificationService.regionsOfHolders(db, holders);
  return [...Map.groupBy(rows, ({ channelBusinessId }) => channelBusinessId).values()].map((sums) => {
    const { channelBusinessId, channelBusinessName } = sums[0]!;
    const authorised = regionsOf.get(channelBusinessId) ?? [];
    const away = sums.filter((sum) => verificationService.isOutside({ ...sum, lng: null }, authorised, grain));
    return { channelBusinessId, channelBusinessName, authorised, sums, away, scans: total(sums), foreign: total(away) };
  });
}

/** Compares where dealers' products were scanned with where they may be sold. */
export async function matrix(ctx: Context, query: DiversionQuery): Promise<Diversion> {
  const to = (query.endTime ?? dayOf(now())).slice(0, 10);
  const from = (query.beginTime ?? sinceOf(to)).slice(0, 10);
  const dealers = (await groupByDealer(ctx, { ...query, from, to })).map(({ sums, away, ...dealer }) => {
    const countOutside = (parts: readonly queries.SumRow[]) => total(parts.filter((part) => away.includes(part)));
    const cells = [...Map.groupBy(sums, ({ regionCode }) => provinceOf(regionCode))]
      .map(([regionCode, parts]) => ({ regionCode, scans: total(parts), foreign: countOutside(parts) }))
      .sort(mostFirst);
    const outside = away
      .map(({ regionCode, scans }) => ({ regionCode, scans }))
      .sort(mostFirst)
      .slice(0, MAX_PLACES);
    return { ...dealer, cells, outside };
  });
  dealers.sort((one, other) => other.foreign - one.foreign || other.scans - one.scans || one.channelBusinessId - other.channelBusinessId);
  return { from, to, dealers: dealers.slice(0, MAX_DEALERS), more: dealers.length > MAX_DEALERS };
}

/** Rank of a dealer among `peers`, which include it; rank 1 has the largest share outside its regions. */
export interface DealerRank {
  since: string;
  /** Scans with a known region, and those outside the dealer's regions. */
  scanCount: number;
  foreignCount: number;
  /** Null if none of its products was scanned. */
  rank: number | null;
  /** Peers with at least one scan. */
  rankedCount: number;
}

/** @param peers dealers to compare with, including this one */
export async function rankDealer(ctx: Context, id: number, peers: readonly number[]): Promise<DealerRank> {
  const to = dayOf(now());
  const since = sinceOf(to);
  const dealers = await groupByDealer(ctx, { from: since, to, holders: peers });
  const dealer = dealers.find(({ channelBusinessId }) => channelBusinessId === id);
  const { scans: scanCount = 0, foreign: foreignCount = 0 } = dealer ?? {};
  // compares shares without division
  const rank = dealer ? 1 + dealers.filter(({ scans, foreign }) => foreign * scanCount > foreignCount * scans).length : null;
  return { since, scanCount, foreignCount, rank, rankedCount: dealers.length };
}

const mostFirst = (one: { scans: number; regionCode: string }, other: { scans: number; regionCode: string }) =>
  other.scans - one.scans || (one.regionCode < other.regionCode ? -1 : 1);

const total = (rows: readonly { scans: number }[]) => rows.reduce((sum, { scans }) => sum + scans, 0);
