import { z } from 'zod';
import { Id, int, Time } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';

/** Sums that dashboards show, from what follows scans within seconds: `GET /manage/figure/{home,hours,regions}`. */
export const figures = { path: '/manage/figure', permission: 'manage:figure:list' } as const;

/** Days that a dashboard may look back on, today among them. */
export const figureDays = [7, 30, 90] as const;

export const FigureQuery = z.object({ days: z.preprocess((value) => Number(value ?? 30), z.literal(figureDays)).default(30) });

/** How much in the period, today so far, and in the one of the same length before it, up to the same hour. */
const Change = z.object({ value: z.int(), before: z.int() });

export const HomeFigures = z.object({
  /** When scans were last followed; null: not yet. */
  followTime: Time.nullable(),
  days: z.int(),
  scans: Change,
  /** Scans of our codes that were the first of their code while it was live. */
  firsts: Change,
  /** Scans of our codes, whatever the verdict. */
  ours: Change,
  suspect: Change,
  /** Of the suspect ones those outside the regions of who held the code. */
  diversion: Change,
  /** Codes as they are now; `live` are activated, packed, shipped or sold. */
  codes: z.object({ issued: z.int(), live: z.int(), issuedToday: z.int(), issuedMonth: z.int(), liveToday: z.int(), liveMonth: z.int() }),
  /** Every day of the period, oldest first. `issued` and `live`: how many there were at its end. */
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
  /** By province; an empty code is a place that is not known or not in China. */
  byRegion: z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int(), diversion: z.int() })),
  /** The ten most scanned. */
  goods: z.array(z.object({ categoryId: Id, categoryName: z.string(), scans: z.int(), firsts: z.int(), suspect: z.int() })),
  /** The ten dealers whose codes were scanned most while they held them. */
  dealers: z.array(z.object({ channelBusinessId: Id, channelBusinessName: z.string(), scans: z.int(), diversion: z.int() })),
  /** Cases that nobody has judged. */
  openCases: z.int(),
  /** What the list of expiries shows: what ends within the days of the setting, or has ended and is still in use. */
  expiring: z.object({ days: z.int(), batches: z.int(), papers: z.int(), contracts: z.int() }),
});
export type HomeFigures = z.output<typeof HomeFigures>;

/** `GET /manage/figure/hours`: scans of today and of yesterday, hour by hour. */
export const HourFigures = z.array(z.object({ hour: int(0, 23), today: z.int().nullable(), yesterday: z.int() }));
export type HourFigures = z.output<typeof HourFigures>;

/** `GET /manage/figure/regions`: scans of one province by city. */
export const RegionQuery = FigureQuery.extend({ regionCode: RegionCode });
export const RegionFigures = z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int(), diversion: z.int() }));
export type RegionFigures = z.output<typeof RegionFigures>;
