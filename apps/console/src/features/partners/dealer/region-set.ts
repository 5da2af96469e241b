import { leastRegions, type Region, regionContains } from '@suyuan/contract';

/** The regions that lie directly in another, by its code. */
export type Below = ReadonlyMap<string | null, readonly Region[]>;

export const belowOf = (regions: readonly Region[]): Below => Map.groupBy(regions, ({ parent }) => parent);

/** Whether a region is chosen: by itself or by a wider one, in part, or not at all. */
export function chosenIn(codes: readonly string[], code: string): 'whole' | 'part' | 'none' {
  if (codes.some((wider) => regionContains(wider, code))) return 'whole';
  return codes.some((inner) => regionContains(code, inner)) ? 'part' : 'none';
}

/**
 * The same set with a region more, or less where it was chosen. Taken out of a wider one, that is replaced by all else that lies in it;
 * put in last of its neighbours, the wider one takes their place.
 */
export function toggledIn(below: Below, codes: readonly string[], code: string): string[] {
  const wider = codes.find((other) => regionContains(other, code));
  if (!wider) return gathered(below, leastRegions([...codes, code]), code);
  const rest = codes.filter((other) => other !== wider);
  return leastRegions([...rest, ...without(below, wider, code)]);
}

/** All that lies in `wider` but `code`, in as few regions as say it. */
function without(below: Below, wider: string, code: string): string[] {
  if (wider === code) return [];
  return (below.get(wider) ?? []).flatMap((region) =>
    regionContains(region.code, code) ? without(below, region.code, code) : [region.code],
  );
}

/** The set with a region in place of all that lies in it, upward from where `code` came in. */
function gathered(below: Below, codes: string[], code: string): string[] {
  for (const [parent, inner] of below) {
    if (parent === null || !regionContains(parent, code) || parent === code) continue;
    if (inner.every((region) => codes.includes(region.code))) return gathered(below, leastRegions([...codes, parent]), parent);
  }
  return codes;
}
