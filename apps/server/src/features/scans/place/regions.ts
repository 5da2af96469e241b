import { type Region, regionContains, regionLevel } from '@suyuan/contract';
import data from '../../../../../../reference-data/regions/regions.json' with { type: 'json' };
import { Problem } from '../../../platform/http/problem.ts';

const MAX_RESULTS = 50;

/** Provinces, cities and counties, sorted by code. */
const regions: readonly Region[] = data;
const byCode: ReadonlyMap<string, Region> = new Map(regions.map((region) => [region.code, region]));

export const allRegions = (): readonly Region[] => regions;

export const isRegion = (code: string): boolean => byCode.has(code);

/** `深圳市` for `440300`; an unknown code is returned unchanged. */
const regionName = (code: string): string => byCode.get(code)?.name ?? code;

/** `广东省深圳市南山区` for `440305`; an unknown code is returned unchanged. */
export function regionFullName(code: string): string {
  const names: string[] = [];
  for (let region = byCode.get(code); region; region = region.parent ? byCode.get(region.parent) : undefined) names.unshift(region.name);
  return names.join('') || code;
}

/** @throws regionUnknown, naming the first of `codes` that no region of China has */
export function validateRegions(codes: readonly string[], field: string): void {
  const unknown = codes.find((code) => !isRegion(code));
  if (unknown !== undefined) throw new Problem('regionUnknown', { field, region: unknown });
}

/** Parses six digits or a full name. @throws regionUnknown */
export function parseRegion(text: string, field: string): string {
  const trimmed = text.trim();
  const code = /^\d{6}$/.test(trimmed) ? trimmed : regionCodeOf(trimmed);
  // rejects a partial match, because the text names a smaller, unknown region
  if (code && isRegion(code) && (code === trimmed || trimmed.endsWith(shortName(regionName(code))) || trimmed.endsWith(regionName(code))))
    return code;
  throw new Problem('regionUnknown', { field, region: trimmed });
}

export const regionsBelow = (parent: string): Region[] => regions.filter((region) => region.parent === parent);

/** By part of the full name or code prefix; larger regions first, at most fifty. */
export function searchRegions(words: string): Region[] {
  const query = words.replaceAll(/\s/g, '');
  const size = { province: 0, city: 1, county: 2 };
  return regions
    .map((region) => ({ ...region, fullName: regionFullName(region.code) }))
    .filter(({ name, code, fullName }) => name.includes(query) || code.startsWith(query) || fullName.includes(query))
    .sort((a, b) => size[regionLevel(a.code)] - size[regionLevel(b.code)] || (a.code < b.code ? -1 : 1))
    .slice(0, MAX_RESULTS);
}

/** Cache: scans repeat few distinct place names. */
const codesByName = new Map<string, string | null>();
const MAX_CACHED = 5000;

/** The name without its suffix: `杭州` for `杭州市`, `广西` for `广西壮族自治区`. */
const shortName = (name: string) =>
  name
    .replace(/(?<=..)(特别行政区|([一-龥]{1,8}族)?自治[区州县旗]|省|市|地区|盟|林区|区|县|旗)$/, '')
    .replace(/(?<=..)(维吾尔|壮|回)$/, '');

/** `浙江省杭州市` is `330100`, `香港` is `810000`. Falls back to the province for an unknown city; null outside China. */
export function regionCodeOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const cached = codesByName.get(text);
  if (cached !== undefined) return cached;
  const code = codeOf(text.replaceAll(/\s/g, '').replace(/^中国/, ''));
  if (codesByName.size >= MAX_CACHED) codesByName.clear();
  codesByName.set(text, code);
  return code;
}

function codeOf(text: string): string | null {
  const province = longest(
    regions.filter(({ parent }) => parent === null),
    text,
  );
  if (!province) return null;
  const cityPart = afterName(text, province.name);
  if (!cityPart) return province.code;
  const below = regions.filter(({ code, parent }) => parent !== null && regionContains(province.code, code));
  const city = longest(
    below.filter(({ parent }) => parent === province.code),
    cityPart,
  );
  if (!city) return longest(below, cityPart)?.code ?? province.code;
  const countyPart = afterName(cityPart, city.name);
  const county = countyPart
    ? longest(
        below.filter(({ parent }) => parent === city.code),
        countyPart,
      )
    : undefined;
  return (county ?? city).code;
}

/** The region with the longest name that starts the text, with or without suffix. */
const longest = (candidates: readonly Region[], text: string): Region | undefined =>
  candidates
    .filter(({ name }) => text.startsWith(name) || text.startsWith(shortName(name)))
    .sort((a, b) => Number(text.startsWith(b.name)) - Number(text.startsWith(a.name)) || b.name.length - a.name.length)[0];

function afterName(text: string, name: string): string {
  if (text.startsWith(name)) return text.slice(name.length);
  return text.slice(shortName(name).length).replace(/^(省|市|自治区|特别行政区)/, '');
}
