import {
  fullRegionName,
  provinceOf,
  type Region,
  RegionCode,
  regionContains,
  regionList,
  regionMatches,
  regionsOutside,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQueryOptions } from './api.ts';
import { currentLanguage } from './i18n.ts';

const NO_REGIONS: readonly Region[] = [];

/** Every region of China, fetched once per visit. Undefined while they load, and empty if they did not. */
export function useRegions() {
  const { data, isPending, error, refetch } = useQuery({
    ...endpointQueryOptions(regionList, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const regions = data ?? (error ? NO_REGIONS : undefined);
  return { regions, loading: isPending, error, retry: () => void refetch() };
}

const indexes = new WeakMap<readonly Region[], ReadonlyMap<string, Region>>();

function indexOf(regions: readonly Region[]): ReadonlyMap<string, Region> {
  const index = indexes.get(regions) ?? new Map(regions.map((region) => [region.code, region]));
  indexes.set(regions, index);
  return index;
}

/** In place of names that load, because a code that turns into a name reads as a fault. */
const LOADING_NAME = '…';

/** `广东省深圳市南山区` for `440305`, in English `Nanshan, Shenzhen, Guangdong`; an unknown code is returned unchanged. */
export function fullNameOf(regions: readonly Region[] | undefined, code: string): string {
  if (!regions) return LOADING_NAME;
  if (!RegionCode.safeParse(code).success) return code;
  const index = indexOf(regions);
  return fullRegionName((one) => index.get(one), code, currentLanguage());
}

/** `南山区`, in English `Nanshan`. */
export const regionLabel = ({ name, en }: Region): string => (currentLanguage() === 'zh-CN' ? name : en);

/** `广东`, in English `Guangdong`, for a code in the province. */
export function provinceNameOf(regions: readonly Region[] | undefined, code: string): string {
  if (!regions) return LOADING_NAME;
  const province = indexOf(regions).get(provinceOf(code));
  if (!province) return code;
  return currentLanguage() === 'zh-CN' ? withoutSuffix(province.name) : province.en;
}

export interface RegionNode {
  value: string;
  title: string;
  fullName: string;
  region: Region;
  disabled: boolean;
  children?: RegionNode[];
}

/** @param allowedCodes regions that can be chosen, with all below them; their parents are disabled */
export function regionTree(regions: readonly Region[], allowedCodes?: readonly string[]): RegionNode[] {
  const childrenByParent = Map.groupBy(regions, ({ parent }) => parent);
  const buildNodes = (parent: string | null): RegionNode[] =>
    (childrenByParent.get(parent) ?? []).flatMap((region) => {
      const { code } = region;
      const isAllowed = !allowedCodes || regionsOutside([code], allowedCodes).length === 0;
      if (!isAllowed && !allowedCodes.some((allowedCode) => regionContains(code, allowedCode))) return [];
      const children = buildNodes(code);
      const names = { title: regionLabel(region), fullName: fullNameOf(regions, code) };
      return [{ value: code, ...names, region, disabled: !isAllowed, ...(children.length > 0 && { children }) }];
    });
  return buildNodes(null);
}

interface Place {
  regionCode: string;
  name: string;
  /** Name with all parent regions. */
  fullName: string;
}

/** Suffixes of administrative names that users omit. */
const REGION_SUFFIX = /(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|地区|[省市区县旗盟])$/u;

/** 0 province, 1 city, 2 county. Wider regions rank first. */
const depthOf = (code: string) => (code.endsWith('0000') ? 0 : code.endsWith('00') ? 1 : 2);

const withoutSuffix = (name: string) => (name.length > 2 ? name.replace(REGION_SUFFIX, '') : name);

/** Prefix matches come first, then wider regions. */
export function suggestPlaces(regions: readonly Region[], query: string, limit = 12): Place[] {
  const text = query.trim();
  if (!text) return [];
  const rank = (region: Region) => (isNamed(region, text) ? 0 : startsWith(region, text) ? 1 : 2) * 4 + depthOf(region.code);
  const nameMatches = regions.filter((region) => regionMatches(region, text));
  const matches = nameMatches.length > 0 ? nameMatches : regions.filter(({ code }) => fullNameOf(regions, code).startsWith(text));
  return matches
    .sort((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1))
    .slice(0, limit)
    .map((region) => placeOf(regions, region));
}

const isNamed = ({ name, en }: Region, text: string) =>
  name === text || withoutSuffix(name) === text || en.toLowerCase() === text.toLowerCase();

const startsWith = ({ name, en }: Region, text: string) => name.startsWith(text) || en.toLowerCase().startsWith(text.toLowerCase());

const placeOf = (regions: readonly Region[], region: Region): Place => ({
  regionCode: region.code,
  name: regionLabel(region),
  fullName: fullNameOf(regions, region.code),
});

/**
 * The place that `query` names: by name with or without 省, 市 or 县, by full name, or by prefix. The widest match wins. Undefined: no match;
 * a number: the count of equal matches.
 */
export function findPlace(regions: readonly Region[], query: string): Place | number | undefined {
  const text = query.trim();
  if (!text) return undefined;
  const predicates: ((region: Region) => boolean)[] = [
    (region) => isNamed(region, text),
    ({ code, name, en }) => (text.endsWith(name) || text.startsWith(en)) && fullNameOf(regions, code) === text,
    (region) => text.length > 1 && startsWith(region, text),
  ];
  for (const predicate of predicates) {
    const matches = regions.filter(predicate);
    const widest = Math.min(...matches.map(({ code }) => depthOf(code)));
    const [first, ...more] = matches.filter(({ code }) => depthOf(code) === widest);
    if (first) return more.length > 0 ? more.length + 1 : placeOf(regions, first);
  }
  return undefined;
}
