import { leastRegions, type Region, regionContains } from '@suyuan/contract';

/** Direct subregions by parent code. */
export type Below = ReadonlyMap<string | null, readonly Region[]>;

export const belowOf = (regions: readonly Region[]): Below => Map.groupBy(regions, ({ parent }) => parent);

/** Whether a region is selected itself or through a wider one, in part, or not at all. */
export function chosenIn(codes: readonly string[], code: string): 'whole' | 'part' | 'none' {
  if (codes.some((wider) => regionContains(wider, code))) return 'whole';
  return codes.some((inner) => regionContains(code, inner)) ? 'part' : 'none';
}

/**
 * Adds or removes a region. Removing part of a wider region replaces it by its remaining parts. Adding the last missing part replaces the
 * parts by the wider region.
 */
export function toggledIn(below: Below, codes: readonly string[], code: string): string[] {
  const wider = codes.find((other) => regionContains(other, code));
  if (!wider) return gathered(below, leastRegions([...codes, code]), code);
  const rest = codes.filter((other) => other !== wider);
  return leastRegions([...rest, ...without(below, wider, code)]);
}

/** Everything in `wider` except `code`, as few regions as possible. */
function without(below: Below, wider: string, code: string): string[] {
  if (wider === code) return [];
  return (below.get(wider) ?? []).flatMap((region) =>
    regionContains(region.code, code) ? without(below, region.code, code) : [region.code],
  );
}

/** Replaces complete sets of parts by their parent, upwards from `code`. */
function gathered(below: Below, codes: string[], code: string): string[] {
  for (const [parent, inner] of below) {
    if (parent === null || !regionContains(parent, code) || parent === code) continue;
    if (inner.every((region) => codes.includes(region.code))) return gathered(below, leastRegions([...codes, parent]), parent);
  }
  return codes;
}
