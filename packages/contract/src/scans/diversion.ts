import { z } from 'zod';
import { createdBetween, Id } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';

/** Where the goods of dealers were scanned, against where they may be sold: `GET /manage/diversion/matrix`. */
export const diversion = { path: '/manage/diversion', permission: 'manage:diversion:list' } as const;

export const DiversionQuery = z
  .object({
    /** A dealer, with all below it. */
    channelBusinessId: Id,
    categoryId: Id,
    /** Region that goods were scanned in, with all below it. */
    regionCode: RegionCode,
    ...createdBetween,
  })
  .partial();
export type DiversionQuery = z.output<typeof DiversionQuery>;

export const Diversion = z.object({
  /** First and last day that was counted. */
  from: z.string(),
  to: z.string(),
  dealers: z.array(
    z.object({
      channelBusinessId: Id,
      channelBusinessName: z.string(),
      /** Regions that it may sell in, its own or those of the nearest above it; empty: no limit. */
      authorised: z.array(z.string()),
      /** Scans with a known region while it held the code, and those of them outside the authorised regions. */
      scans: z.int(),
      foreign: z.int(),
      /** By province, most first. */
      cells: z.array(z.object({ regionCode: z.string(), scans: z.int(), foreign: z.int() })),
      /** Cities outside its regions that its goods were scanned in, most first, at most 40; a province where no more is known. */
      outside: z.array(z.object({ regionCode: z.string(), scans: z.int() })),
    }),
  ),
  /** Whether there are more dealers than are shown. */
  more: z.boolean(),
});
export type Diversion = z.output<typeof Diversion>;
