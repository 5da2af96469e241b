import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { createdBetween, Id } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';

export const diversion = { path: '/manage/diversion', permission: 'manage:diversion:list' } as const;

/** Default period in days, which ends with the chosen day or today. */
export const DIVERSION_DAYS = 30;

export const DiversionQuery = z
  .object({
    /** Includes all descendants. */
    channelBusinessId: Id,
    categoryId: Id,
    /** Region of the scans, including all regions within it. */
    regionCode: RegionCode,
    ...createdBetween,
  })
  .partial();
export type DiversionQuery = z.output<typeof DiversionQuery>;

export const Diversion = z.object({
  from: z.string(),
  to: z.string(),
  dealers: z.array(
    z.object({
      channelBusinessId: Id,
      channelBusinessName: z.string(),
      /** Authorised regions, possibly inherited from the nearest ancestor. Empty: no limit. */
      authorised: z.array(z.string()),
      /** Scans with a known region while the dealer held the code, and those outside its regions. */
      scans: z.int(),
      foreign: z.int(),
      /** In descending order. */
      cells: z.array(z.object({ regionCode: z.string(), scans: z.int(), foreign: z.int() })),
      /** At most 40 cities outside its regions, in descending order. Provinces if the city is unknown. */
      outside: z.array(z.object({ regionCode: z.string(), scans: z.int() })),
    }),
  ),
  more: z.boolean(),
});
export type Diversion = z.output<typeof Diversion>;

/** Scan regions of each dealer's stock, compared with its authorised regions. */
export const diversionMatrix = defineEndpoint({ path: diversion.path, rest: 'diversion' }, 'GET /matrix', {
  access: { permission: diversion.permission },
  filters: DiversionQuery,
  data: Diversion,
  word: (field) => `manage.diversion.${field}`,
});
