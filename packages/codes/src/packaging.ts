/** How many of the next lower level present a box, a case and a pallet hold; 0: that level is not there. Units are level 0. */
export type Sizes = readonly [box: number, case_: number, pallet: number];

/** Codes of units alone. */
export const NO_PACKAGING: Sizes = [0, 0, 0];

/** The same from a list of the levels that are there. */
export const sizesOf = (levels: readonly { level: number; contains: number }[]): Sizes => {
  const at = (level: number) => levels.find((one) => one.level === level)?.contains ?? 0;
  return [at(1), at(2), at(3)];
};

/** The level below `level` that a packaging has; the unit is always there. */
export function levelBelow(sizes: Sizes, level: number): number {
  let below = level - 1;
  while (below > 0 && !sizes[below - 1]) below--;
  return below;
}

/** The level above `level` that a packaging has. */
export const levelAbove = (sizes: Sizes, level: number): number | undefined =>
  [1, 2, 3].find((above) => above > level && (sizes[above - 1] ?? 0) > 0);

/** Codes at each level of a batch of `units`: a container that is begun counts, and stays short. */
export function countsOf(sizes: Sizes, units: number): [number, number, number, number] {
  const counts: [number, number, number, number] = [units, 0, 0, 0];
  for (const level of [1, 2, 3] as const) {
    const size = sizes[level - 1] ?? 0;
    if (size > 0) counts[level] = Math.ceil((counts[levelBelow(sizes, level)] ?? 0) / size);
  }
  return counts;
}

/** Units in a whole container of a level; 0 where the packaging has none. */
export function unitsIn(sizes: Sizes, level: number): number {
  if (level === 0) return 1;
  const size = sizes[level - 1] ?? 0;
  return size === 0 ? 0 : size * unitsIn(sizes, levelBelow(sizes, level));
}
