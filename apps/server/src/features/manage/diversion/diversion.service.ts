import { type Diversion, type DiversionQuery, provinceOf } from '@suyuan/contract';
import { now } from '../../../db/clock.ts';
import type { Context } from '../../../http/context.ts';
import { dayOf } from '../../../shanghai.ts';
import * as verificationService from '../../public/verification/verification.service.ts';
import * as configService from '../../system/config/config.service.ts';
import * as queries from './diversion.queries.ts';

const DAY = 86_400_000;
/** Days looked back on where no first day is asked for. */
const SPAN = 30;
/** Dealers that are shown: those with most scans outside their regions. */
const MOST = 50;
/** Places outside its regions that are named of a dealer. */
const MOST_PLACES = 40;

/** Where the goods of dealers were scanned, against where they may be sold. */
export async function matrix({ db, scope }: Context, asked: DiversionQuery): Promise<Diversion> {
  const to = (asked.endTime ?? dayOf(now())).slice(0, 10);
  const from = (asked.beginTime ?? dayOf(Date.parse(`${to}T00:00:00+08:00`) - (SPAN - 1) * DAY)).slice(0, 10);
  const rows = await queries.listSums(db, scope, { ...asked, from, to });
  const grain = (await configService.get(db, 'suyuan.scan.addressGrain')) === 'city' ? 'city' : 'province';
  const holders = [...new Set(rows.map(({ channelBusinessId }) => channelBusinessId))];
  const regionsOf = await verificationService.regionsOfHolders(db, holders);
  const dealers = [...Map.groupBy(rows, ({ channelBusinessId }) => channelBusinessId).values()].map((sums) => {
    const { channelBusinessId, channelBusinessName } = sums[0]!;
    const authorised = regionsOf.get(channelBusinessId) ?? [];
    const away = sums.filter((sum) => verificationService.isOutside({ ...sum, lng: null }, authorised, grain));
    const foreignIn = (parts: readonly queries.SumRow[]) => total(parts.filter((part) => away.includes(part)));
    const cells = [...Map.groupBy(sums, ({ regionCode }) => provinceOf(regionCode))]
      .map(([regionCode, parts]) => ({ regionCode, scans: total(parts), foreign: foreignIn(parts) }))
      .sort(mostFirst);
    const outside = away
      .map(({ regionCode, scans }) => ({ regionCode, scans }))
      .sort(mostFirst)
      .slice(0, MOST_PLACES);
    return { channelBusinessId, channelBusinessName, authorised, scans: total(sums), foreign: total(away), cells, outside };
  });
  dealers.sort((one, other) => other.foreign - one.foreign || other.scans - one.scans || one.channelBusinessId - other.channelBusinessId);
  return { from, to, dealers: dealers.slice(0, MOST), more: dealers.length > MOST };
}

const mostFirst = (one: { scans: number; regionCode: string }, other: { scans: number; regionCode: string }) =>
  other.scans - one.scans || (one.regionCode < other.regionCode ? -1 : 1);

const total = (rows: readonly { scans: number }[]) => rows.reduce((sum, { scans }) => sum + scans, 0);
