import { minimalRegions, type Region, regionContains } from '@suyuan/contract';

/** Direct subregions by parent code. */
export type RegionChildren = ReadonlyMap<string | null, readonly Region[]>;

export const groupByParent = (regions: readonly Region[]): RegionChildren => Map.groupBy(regions, ({ parent }) => parent);

/** Whether a region is selected itself or through a wider one, in part, or not at all. */
export function selectionOf(codes: readonly string[], code: string): 'whole' | 'part' | 'none' {
  if (codes.some((wider) => regionContains(wider, code))) return 'whole';
  return codes.some((inner) => regionContains(code, inner)) ? 'part' : 'none';
}

/**
 * Adds or removes a region. Removing part of a wider region replaces it by its remaining parts. Adding the last missing part replaces the
 * parts by the wider region.
 */
export function toggleRegion(childrenByParent: RegionChildren, codes: readonly string[], code: string): string[] {
  const wider = codes.find((other) => regionContains(other, code));
  if (!wider) return mergeComplete(childrenByParent, minimalRegions([...codes, code]), code);
  const otherCodes = codes.filter((other) => other !== wider);
  return minimalRegions([...otherCodes, ...subtractRegion(childrenByParent, wider, code)]);
}

/** Everything in `wider` except `code`, as few regions as possible. */
function subtractRegion(childrenByParent: RegionChildren, wider: string, code: string): string[] {
  if (wider === code) return [];
  return (childrenByParent.get(wider) ?? []).flatMap((region) =>
    regionContains(region.code, code) ? subtractRegion(childrenByParent, region.code, code) : [region.code],
  );
}

/** Replaces complete sets of parts by their parent, upwards from `code`. */
function mergeComplete(childrenByParent: RegionChildren, codes: string[], code: string): string[] {
  for (const [parent, inner] of childrenByParent) {
    if (parent === null || !regionContains(parent, code) || parent === code) continue;
    if (inner.every((region) => codes.includes(region.code)))
      return mergeComplete(childrenByParent, minimalRegions([...codes, parent]), parent);
  }
  return codes;
}
