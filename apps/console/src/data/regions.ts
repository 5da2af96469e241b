import { type Region, RegionCode, regionContains, regionsOutside } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from './api.ts';

/** Every region of China, fetched once per visit. */
export function useRegions() {
  const { data, isPending, error, refetch } = useQuery({
    ...getOf<Region[]>({ path: '/common' }, '/regions'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return { regions: data, loading: isPending, error, retry: () => void refetch() };
}

/** `广东省深圳市南山区` for `440305`; an unknown code is returned unchanged. */
export function fullNameOf(regions: readonly Region[] | undefined, code: string): string {
  if (!RegionCode.safeParse(code).success) return code;
  const above = (regions ?? []).filter((region) => regionContains(region.code, code));
  return above.map(({ name }) => name).join('') || code;
}

export interface RegionNode {
  value: string;
  title: string;
  fullName: string;
  disabled: boolean;
  children?: RegionNode[];
}

/** @param within regions that can be chosen, with all below them; their parents are disabled */
export function regionTree(regions: readonly Region[], within?: readonly string[]): RegionNode[] {
  const below = Map.groupBy(regions, ({ parent }) => parent);
  const nodes = (parent: string | null, above: string): RegionNode[] =>
    (below.get(parent) ?? []).flatMap(({ code, name }) => {
      const inside = !within || regionsOutside([code], within).length === 0;
      if (!inside && !within.some((allowed) => regionContains(code, allowed))) return [];
      const fullName = above + name;
      const children = nodes(code, fullName);
      return [{ value: code, title: name, fullName, disabled: !inside, ...(children.length > 0 && { children }) }];
    });
  return nodes(null, '');
}

/** Whether a search text matches a node: part of its name, or a prefix of its code. */
export const isMeant = (typed: string, { title, value }: Pick<RegionNode, 'title' | 'value'>) =>
  title.includes(typed.trim()) || value.startsWith(typed.trim());
