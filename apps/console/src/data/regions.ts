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
