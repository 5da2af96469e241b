import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { orNone, text } from './fields.ts';
import type { Language } from './words.ts';

/**
 * Administrative code of China (GB/T 2260): two digits each for province, city and county. Trailing zeros include all lower levels:
 * `440000` contains `440300`, which contains `440305`.
 */
export const RegionCode = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().trim())
  .refine((code) => /^[1-9][0-9]{5}$/.test(code), { params: { word: 'issue.region' } });

export const optionalRegion = orNone(RegionCode);

/** Item of `GET /common/regions`. */
export const Region = z.object({
  code: z.string(),
  name: z.string(),
  /** English name, e.g. `Shenzhen`. */
  en: z.string(),
  /** Null: a province. */
  parent: z.string().nullable(),
  /** Only in search results: name with all parents in the language of the request, e.g. `广东省深圳市南山区`. */
  fullName: z.string().optional(),
});
export type Region = z.output<typeof Region>;

/** All regions of China, the children of one, or search results. */
export const regionList = defineEndpoint({ path: '/common', rest: '' }, 'GET /regions', {
  access: 'signedIn',
  query: z.object({ parent: RegionCode, search: text(30) }).partial(),
  data: z.array(Region),
});

/** `广东省深圳市南山区`, in English `Nanshan, Shenzhen, Guangdong`; an unknown code is returned unchanged. */
export function fullRegionName(find: (code: string) => Region | undefined, code: string, language: Language): string {
  const path: Region[] = [];
  for (let region = find(code); region; region = region.parent ? find(region.parent) : undefined) path.push(region);
  if (path.length === 0) return code;
  return language === 'zh-CN'
    ? path
        .toReversed()
        .map(({ name }) => name)
        .join('')
    : path.map(({ en }) => en).join(', ');
}

/** For comparison of typed English names: `urumqi`, `xian`. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')
    .toLowerCase();

/** Whether a typed text is part of the name, in either language, or starts the code. */
export function regionMatches({ code, name, en }: Pick<Region, 'code' | 'name' | 'en'>, query: string): boolean {
  const text = query.trim();
  const english = plain(text);
  return name.includes(text) || code.startsWith(text) || (english !== '' && plain(en).includes(english));
}

export type RegionLevel = 'province' | 'city' | 'county';

export const regionLevel = (code: string): RegionLevel => (code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'county');

/** Prefix that all contained codes share. */
const prefixOf = (code: string) => code.slice(0, { province: 2, city: 4, county: 6 }[regionLevel(code)]);

/** Whether `outer` contains or equals `inner`. */
export const regionContains = (outer: string, inner: string): boolean => inner.startsWith(prefixOf(outer));

export const provinceOf = (code: string): string => `${code.slice(0, 2)}0000`;

/** Regions of `inner` that no region of `outer` contains. */
export const regionsOutside = (inner: readonly string[], outer: readonly string[]): string[] =>
  inner.filter((code) => !outer.some((wider) => regionContains(wider, code)));

export const regionsShared = (one: readonly string[], other: readonly string[]): string[] =>
  minimalRegions([
    ...one.filter((code) => other.some((wider) => regionContains(wider, code))),
    ...other.filter((code) => one.some((wider) => regionContains(wider, code))),
  ]);

/** Removes codes that others of the set contain, and sorts the rest. */
export const minimalRegions = (codes: readonly string[]): string[] => {
  const each = [...new Set(codes)].sort();
  return each.filter((code) => !each.some((wider) => wider !== code && regionContains(wider, code)));
};
