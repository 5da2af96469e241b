/** Number of items of the next lower existing level per box, case and pallet. 0: the level does not exist. Units are level 0. */
export type Sizes = readonly [box: number, case_: number, pallet: number];

export const NO_PACKAGING: Sizes = [0, 0, 0];

export const sizesOf = (levels: readonly { level: number; contains: number }[]): Sizes => {
  const sizeAt = (level: number) => levels.find((one) => one.level === level)?.contains ?? 0;
  return [sizeAt(1), sizeAt(2), sizeAt(3)];
};

/** Next lower existing level. The unit always exists. */
export function levelBelow(sizes: Sizes, level: number): number {
  let below = level - 1;
  while (below > 0 && !sizes[below - 1]) below--;
  return below;
}

export const levelAbove = (sizes: Sizes, level: number): number | undefined =>
  [1, 2, 3].find((above) => above > level && (sizes[above - 1] ?? 0) > 0);

/** Includes a partly filled last container. */
export function countsOf(sizes: Sizes, units: number): [number, number, number, number] {
  const counts: [number, number, number, number] = [units, 0, 0, 0];
  for (const level of [1, 2, 3] as const) {
    const size = sizes[level - 1] ?? 0;
    if (size > 0) counts[level] = Math.ceil((counts[levelBelow(sizes, level)] ?? 0) / size);
  }
  return counts;
}

/** Units in a full container. 0 if the level does not exist. */
export function unitsIn(sizes: Sizes, level: number): number {
  if (level === 0) return 1;
  const size = sizes[level - 1] ?? 0;
  return size === 0 ? 0 : size * unitsIn(sizes, levelBelow(sizes, level));
}
