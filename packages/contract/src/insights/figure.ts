import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { Id, int, Time } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';

/** Totals follow scans within seconds. */
const figures = { path: '/manage/figure', rest: 'figures' };
const access = { permission: 'manage:figure:list' };

/** Including today. */
export const figureDays = [7, 30, 90] as const;

export const FigureQuery = z.object({ days: z.preprocess((value) => Number(value ?? 30), z.literal(figureDays)).default(30) });

/** Current period until now, and the previous period until the same hour. */
const Change = z.object({ value: z.int(), before: z.int() });

export const HomeFigures = z.object({
  /** Time of the last scan evaluation. Null before the first. */
  followTime: Time.nullable(),
  days: z.int(),
  scans: Change,
  /** First scans of live codes. */
  firsts: Change,
  /** Codes of this system, any verdict. */
  ours: Change,
  suspect: Change,
  /** Suspect scans outside the regions of the holder. */
  diversion: Change,
  /** `live`: activated, packed, shipped or sold. */
  codes: z.object({ issued: z.int(), live: z.int(), issuedToday: z.int(), issuedMonth: z.int(), liveToday: z.int(), liveMonth: z.int() }),
  /** Oldest first. `issued` and `live` are totals at the end of the day. */
  byDay: z.array(
    z.object({
      day: z.string(),
      scans: z.int(),
      firsts: z.int(),
      ours: z.int(),
      suspect: z.int(),
      diversion: z.int(),
      issued: z.int(),
      live: z.int(),
    }),
  ),
  /** By province. An empty code means an unknown or foreign place. */
  byRegion: z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int(), diversion: z.int() })),
  /** Top ten. */
  goods: z.array(z.object({ categoryId: Id, categoryName: z.string(), scans: z.int(), firsts: z.int(), suspect: z.int() })),
  /** Top ten, by scans of codes that they held. */
  dealers: z.array(z.object({ channelBusinessId: Id, channelBusinessName: z.string(), scans: z.int(), diversion: z.int() })),
  cases: z.object({ open: z.int(), assigned: z.int() }),
  /** Same as the expiry list. */
  expiring: z.object({ days: z.int(), over: z.int(), near: z.int() }),
});
export type HomeFigures = z.output<typeof HomeFigures>;

/** Today and yesterday, hour by hour. */
export const HourFigures = z.array(z.object({ hour: int(0, 23), today: z.int().nullable(), yesterday: z.int() }));
export type HourFigures = z.output<typeof HourFigures>;

/** By city. */
export const RegionQuery = FigureQuery.extend({ regionCode: RegionCode });
export const RegionFigures = z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int(), diversion: z.int() }));
export type RegionFigures = z.output<typeof RegionFigures>;

export const homeFigures = defineEndpoint(figures, 'GET /home', { access, query: FigureQuery, data: HomeFigures });
export const hourFigures = defineEndpoint(figures, 'GET /hours', { access, data: HourFigures });
export const regionFigures = defineEndpoint(figures, 'GET /regions', { access, query: RegionQuery, data: RegionFigures });
