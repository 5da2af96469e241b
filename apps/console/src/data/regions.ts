import { type Region, RegionCode, regionContains, regionsOutside } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from './api.ts';

/** Every region of China, fetched once per visit. */
export function useRegions() {
  const { data, isPending, error, refetch } = useQuery({
    ...getQueryOptions<Region[]>({ path: '/common' }, '/regions'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { regions: data, loading: isPending, error, retry: () => void refetch() };
}

/** `广东省深圳市南山区` for `440305`; an unknown code is returned unchanged. */
export function fullNameOf(regions: readonly Region[] | undefined, code: string): string {
  if (!RegionCode.safeParse(code).success) return code;
  const ancestors = (regions ?? []).filter((region) => regionContains(region.code, code));
  return ancestors.map(({ name }) => name).join('') || code;
}

export interface RegionNode {
  value: string;
  title: string;
  fullName: string;
  disabled: boolean;
  children?: RegionNode[];
}

/** @param allowedCodes regions that can be chosen, with all below them; their parents are disabled */
export function regionTree(regions: readonly Region[], allowedCodes?: readonly string[]): RegionNode[] {
  const childrenByParent = Map.groupBy(regions, ({ parent }) => parent);
  const buildNodes = (parent: string | null, parentName: string): RegionNode[] =>
    (childrenByParent.get(parent) ?? []).flatMap(({ code, name }) => {
      const isAllowed = !allowedCodes || regionsOutside([code], allowedCodes).length === 0;
      if (!isAllowed && !allowedCodes.some((allowedCode) => regionContains(code, allowedCode))) return [];
      const fullName = parentName + name;
      const children = buildNodes(code, fullName);
      return [{ value: code, title: name, fullName, disabled: !isAllowed, ...(children.length > 0 && { children }) }];
    });
  return buildNodes(null, '');
}

/** Whether a search text matches a node: part of its name, or a prefix of its code. */
export const matchesRegion = (query: string, { title, value }: Pick<RegionNode, 'title' | 'value'>) =>
  title.includes(query.trim()) || value.startsWith(query.trim());

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
  const rank = ({ name, code }: Region) =>
    (name === text || withoutSuffix(name) === text ? 0 : name.startsWith(text) ? 1 : 2) * 4 + depthOf(code);
  const nameMatches = regions.filter(({ name }) => name.includes(text));
  const matches = nameMatches.length > 0 ? nameMatches : regions.filter(({ code }) => fullNameOf(regions, code).startsWith(text));
  return matches
    .sort((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1))
    .slice(0, limit)
    .map((region) => placeOf(regions, region));
}

const placeOf = (regions: readonly Region[], { code, name }: Region): Place => ({
  regionCode: code,
  name,
  fullName: fullNameOf(regions, code),
});

/**
 * The place that `query` names: by name with or without 省, 市 or 县, by full name, or by prefix. The widest match wins. Undefined: no match;
 * a number: the count of equal matches.
 */
export function findPlace(regions: readonly Region[], query: string): Place | number | undefined {
  const text = query.trim();
  if (!text) return undefined;
  const predicates: ((region: Region) => boolean)[] = [
    ({ name }) => name === text || withoutSuffix(name) === text,
    ({ code, name }) => text.endsWith(name) && fullNameOf(regions, code) === text,
    ({ name }) => text.length > 1 && name.startsWith(text),
  ];
  for (const predicate of predicates) {
    const matches = regions.filter(predicate);
    const widest = Math.min(...matches.map(({ code }) => depthOf(code)));
    const [first, ...more] = matches.filter(({ code }) => depthOf(code) === widest);
    if (first) return more.length > 0 ? more.length + 1 : placeOf(regions, first);
  }
  return undefined;
}
