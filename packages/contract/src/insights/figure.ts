import { z } from 'zod';
import { Id, int, Time } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';

/** Dashboard totals, which follow scans within seconds: `GET /manage/figure/{home,hours,regions}`. */
export const figures = { path: '/manage/figure', permission: 'manage:figure:list' } as const;

/** Selectable periods in days, including today. */
export const figureDays = [7, 30, 90] as const;

export const FigureQuery = z.object({ days: z.preprocess((value) => Number(value ?? 30), z.literal(figureDays)).default(30) });

/** Total of the period up to now, and of the previous period of equal length, up to the same hour. */
const Change = z.object({ value: z.int(), before: z.int() });

export const HomeFigures = z.object({
  /** Time of the last scan evaluation. Null before the first. */
  followTime: Time.nullable(),
  days: z.int(),
  scans: Change,
  /** First scans of live codes. */
  firsts: Change,
  /** Scans of codes of this system, with any verdict. */
  ours: Change,
  suspect: Change,
  /** Suspect scans outside the regions of the holder. */
  diversion: Change,
  /** Current codes. `live`: activated, packed, shipped or sold. */
  codes: z.object({ issued: z.int(), live: z.int(), issuedToday: z.int(), issuedMonth: z.int(), liveToday: z.int(), liveMonth: z.int() }),
  /** All days of the period, oldest first. `issued` and `live` are totals at the end of the day. */
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
  /** The ten products with the most scans. */
  goods: z.array(z.object({ categoryId: Id, categoryName: z.string(), scans: z.int(), firsts: z.int(), suspect: z.int() })),
  /** The ten dealers with the most scans of codes that they held. */
  dealers: z.array(z.object({ channelBusinessId: Id, channelBusinessName: z.string(), scans: z.int(), diversion: z.int() })),
  /** Cases without a decision. */
  openCases: z.int(),
  /** Same as the expiry list: upcoming expiries within the setting, and expired items in use. */
  expiring: z.object({ days: z.int(), batches: z.int(), papers: z.int(), contracts: z.int() }),
});
export type HomeFigures = z.output<typeof HomeFigures>;

/** `GET /manage/figure/hours`: hourly scans of today and yesterday. */
export const HourFigures = z.array(z.object({ hour: int(0, 23), today: z.int().nullable(), yesterday: z.int() }));
export type HourFigures = z.output<typeof HourFigures>;

/** `GET /manage/figure/regions`: scans of one province by city. */
export const RegionQuery = FigureQuery.extend({ regionCode: RegionCode });
export const RegionFigures = z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int(), diversion: z.int() }));
export type RegionFigures = z.output<typeof RegionFigures>;
