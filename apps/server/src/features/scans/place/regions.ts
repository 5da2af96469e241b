import { fullRegionName, type Language, type Region, regionContains, regionLevel, regionMatches } from '@suyuan/contract';
import data from '../../../../../../reference-data/regions/regions.json' with { type: 'json' };
import { Problem } from '../../../platform/problem.ts';

const MAX_RESULTS = 50;

/** Provinces, cities and counties, sorted by code. */
const regions: readonly Region[] = data;
const byCode: ReadonlyMap<string, Region> = new Map(regions.map((region) => [region.code, region]));

export const allRegions = (): readonly Region[] => regions;

export const isRegion = (code: string): boolean => byCode.has(code);

/** `深圳市` for `440300`; an unknown code is returned unchanged. */
const regionName = (code: string): string => byCode.get(code)?.name ?? code;

/** `广东省深圳市南山区` for `440305`, in English `Nanshan, Shenzhen, Guangdong`; an unknown code is returned unchanged. */
export const regionFullName = (code: string, language: Language): string => fullRegionName((one) => byCode.get(one), code, language);

let englishCountries: Map<string | undefined, string | undefined> | undefined;

/** English names of countries by their Chinese names, which the address data has. Built at the first use, for the start's sake. */
function namesOfCountries() {
  if (englishCountries) return englishCountries;
  const namesIn = (language: Language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const [chinese, english] = [namesIn('zh-CN'), namesIn('en-US')];
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  englishCountries = new Map(codes.map((code) => [chinese.of(code), english.of(code)]));
  return englishCountries;
}

/** The stored, Chinese name of a place in China or of a country, in a language; other texts are returned unchanged. */
export function placeName<Text extends string | null>(text: Text, language: Language): Text | string {
  if (!text || language === 'zh-CN') return text;
  const code = regionCodeOf(text);
  return code ? regionFullName(code, language) : (namesOfCountries().get(text) ?? text);
}

/** The Chinese name of a scan's place: as stored, or that of its code. */
export const scanPlace = ({ region, regionCode }: { region: string | null; regionCode: string | null }): string | null =>
  region ?? (regionCode && regionFullName(regionCode, 'zh-CN'));

/** What a scan stores as text, next to the code: null if the code names a city, or the same province. */
export const storedPlace = (region: string | null, regionCode: string | null): string | null =>
  regionCode && (regionLevel(regionCode) !== 'province' || regionFullName(regionCode, 'zh-CN') === region) ? null : region;

/** @throws regionUnknown, naming the first of `codes` that no region of China has */
export function validateRegions(codes: readonly string[], field: string): void {
  const unknown = codes.find((code) => !isRegion(code));
  if (unknown !== undefined) throw new Problem('regionUnknown', { field, region: unknown });
}

/** Full English names in lower case. */
const codesByEnglish: ReadonlyMap<string, string> = new Map(regions.map(({ code }) => [regionFullName(code, 'en-US').toLowerCase(), code]));

/** The code of a full English name, as in exports. */
export const regionCodeOfEnglish = (text: string): string | undefined => codesByEnglish.get(text.trim().toLowerCase());

/** Parses six digits or a full name in either language. @throws regionUnknown */
export function parseRegion(text: string, field: string): string {
  const trimmed = text.trim();
  const english = regionCodeOfEnglish(trimmed);
  if (english) return english;
  const code = /^\d{6}$/.test(trimmed) ? trimmed : regionCodeOf(trimmed);
  // rejects a partial match, because the text names a smaller, unknown region
  if (code && isRegion(code) && (code === trimmed || trimmed.endsWith(shortName(regionName(code))) || trimmed.endsWith(regionName(code))))
    return code;
  throw new Problem('regionUnknown', { field, region: trimmed });
}

export const regionsBelow = (parent: string): Region[] => regions.filter((region) => region.parent === parent);

/** By part of the name in either language or of the full name, or code prefix; larger regions first, at most fifty. */
export function searchRegions(words: string, language: Language): Region[] {
  const query = words.replaceAll(/\s/g, '');
  const size = { province: 0, city: 1, county: 2 };
  return regions
    .filter((region) => regionMatches(region, query) || regionFullName(region.code, 'zh-CN').includes(query))
    .sort((a, b) => size[regionLevel(a.code)] - size[regionLevel(b.code)] || (a.code < b.code ? -1 : 1))
    .slice(0, MAX_RESULTS)
    .map((region) => ({ ...region, fullName: regionFullName(region.code, language) }));
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
