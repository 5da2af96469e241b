import { type Region, regionContains, regionLevel } from '@suyuan/contract';
import data from '../../../../../../reference-data/regions/regions.json' with { type: 'json' };
import { Problem } from '../../../platform/http/problem.ts';

const MOST_FOUND = 50;

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
  for (let at = byCode.get(code); at; at = at.parent ? byCode.get(at.parent) : undefined) names.unshift(at.name);
  return names.join('') || code;
}

/** @throws regionUnknown, naming the first of `codes` that no region of China has */
export function validateRegions(codes: readonly string[], field: string): void {
  const unknown = codes.find((code) => !isRegion(code));
  if (unknown !== undefined) throw new Problem('regionUnknown', { field, region: unknown });
}

/** Parses six digits or a full name. @throws regionUnknown */
export function regionMeant(text: string, field: string): string {
  const said = text.trim();
  const code = /^\d{6}$/.test(said) ? said : regionCodeOf(said);
  // rejects a partial match, because the text names a smaller, unknown region
  if (code && isRegion(code) && (code === said || said.endsWith(core(regionName(code))) || said.endsWith(regionName(code)))) return code;
  throw new Problem('regionUnknown', { field, region: said });
}

export const regionsBelow = (parent: string): Region[] => regions.filter((region) => region.parent === parent);

/** By part of the full name or code prefix; larger regions first, at most fifty. */
export function searchRegions(words: string): Region[] {
  const wanted = words.replaceAll(/\s/g, '');
  const size = { province: 0, city: 1, county: 2 };
  return regions
    .map((region) => ({ ...region, fullName: regionFullName(region.code) }))
    .filter(({ name, code, fullName }) => name.includes(wanted) || code.startsWith(wanted) || fullName.includes(wanted))
    .sort((a, b) => size[regionLevel(a.code)] - size[regionLevel(b.code)] || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_FOUND);
}

/** Cache: scans repeat few distinct place names. */
const said = new Map<string, string | null>();
const MOST_REMEMBERED = 5000;

/** The name without its suffix: `杭州` for `杭州市`, `广西` for `广西壮族自治区`. */
const core = (name: string) =>
  name
    .replace(/(?<=..)(特别行政区|([一-龥]{1,8}族)?自治[区州县旗]|省|市|地区|盟|林区|区|县|旗)$/, '')
    .replace(/(?<=..)(维吾尔|壮|回)$/, '');

/** `浙江省杭州市` is `330100`, `香港` is `810000`. Falls back to the province for an unknown city; null outside China. */
export function regionCodeOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const before = said.get(text);
  if (before !== undefined) return before;
  const code = codeOf(text.replaceAll(/\s/g, '').replace(/^中国/, ''));
  if (said.size >= MOST_REMEMBERED) said.clear();
  said.set(text, code);
  return code;
}

function codeOf(said: string): string | null {
  const province = longest(
    regions.filter(({ parent }) => parent === null),
    said,
  );
  if (!province) return null;
  const rest = afterName(said, province.name);
  if (!rest) return province.code;
  const below = regions.filter(({ code, parent }) => parent !== null && regionContains(province.code, code));
  const city = longest(
    below.filter(({ parent }) => parent === province.code),
    rest,
  );
  if (!city) return longest(below, rest)?.code ?? province.code;
  const further = afterName(rest, city.name);
  const county = further
    ? longest(
        below.filter(({ parent }) => parent === city.code),
        further,
      )
    : undefined;
  return (county ?? city).code;
}

/** The region with the longest name that starts the text, with or without suffix. */
const longest = (among: readonly Region[], text: string): Region | undefined =>
  among
    .filter(({ name }) => text.startsWith(name) || text.startsWith(core(name)))
    .sort((a, b) => Number(text.startsWith(b.name)) - Number(text.startsWith(a.name)) || b.name.length - a.name.length)[0];

function afterName(text: string, name: string): string {
  if (text.startsWith(name)) return text.slice(name.length);
  return text.slice(core(name).length).replace(/^(省|市|自治区|特别行政区)/, '');
}
