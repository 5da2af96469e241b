import { z } from 'zod';
import { orNone } from './fields.ts';

/**
 * An administrative code of China (GB/T 2260): two digits each for province, city and county. A code whose last pairs are zeros means
 * all that lies below: `440000` contains `440300` contains `440305`.
 */
export const RegionCode = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().trim())
  .refine((code) => /^[1-9][0-9]{5}$/.test(code), { params: { word: 'issue.region' } });

/** The same, but absent, null or blank mean that there is none. */
export const optionalRegion = orNone(RegionCode);

/** One region as `GET /common/regions` answers it. */
export const Region = z.object({
  code: z.string(),
  name: z.string(),
  /** Code of the region that it lies in; null: a province. */
  parent: z.string().nullable(),
  /** What was searched is found with all that it lies in: `广东省深圳市南山区`. */
  fullName: z.string().optional(),
});
export type Region = z.output<typeof Region>;

export type RegionLevel = 'province' | 'city' | 'county';

/** What a region is, by its administrative code of six digits. */
export const regionLevel = (code: string): RegionLevel => (code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'county');

/** The part of a code that all codes below it begin with. */
const stem = (code: string) => code.slice(0, { province: 2, city: 4, county: 6 }[regionLevel(code)]);

/** Tells whether `inner` is `outer` or lies in it. */
export const regionContains = (outer: string, inner: string): boolean => inner.startsWith(stem(outer));

/** Code of the province that a region lies in. */
export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`;

/** Those of `inner` that lie in none of `outer`. */
export const regionsOutside = (inner: readonly string[], outer: readonly string[]): string[] =>
  inner.filter((code) => !outer.some((wider) => regionContains(wider, code)));

/** The regions that lie in both of two sets: of two that contain each other, the smaller. */
export const regionsShared = (one: readonly string[], other: readonly string[]): string[] =>
  leastRegions([
    ...one.filter((code) => other.some((wider) => regionContains(wider, code))),
    ...other.filter((code) => one.some((wider) => regionContains(wider, code))),
  ]);

/** The same area with nothing said twice: without codes that lie in others of the set, in order. */
export const leastRegions = (codes: readonly string[]): string[] => {
  const each = [...new Set(codes)].sort();
  return each.filter((code) => !each.some((wider) => wider !== code && regionContains(wider, code)));
};
