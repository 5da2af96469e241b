/** From 0, of one level of a batch. */
export interface Ordinals {
  from: number;
  count: number;
}

/** Ordinals from 0. */
export interface Run extends Ordinals {
  batchId: number;
  level: number;
}

const endOf = ({ from, count }: Ordinals) => from + count;

/** Sorts, and merges overlapping or adjacent runs. */
export function normalizeRuns(runs: readonly Ordinals[]): Ordinals[] {
  const normalRuns: Ordinals[] = [];
  for (const { from, count } of runs.toSorted((one, other) => one.from - other.from)) {
    const previous = normalRuns.at(-1);
    if (previous && endOf(previous) >= from) previous.count = Math.max(endOf(previous), from + count) - previous.from;
    else if (count > 0) normalRuns.push({ from, count });
  }
  return normalRuns;
}

/** Also merges across gaps of at most `gap` ordinals. */
export function mergeNearbyRuns(runs: readonly Ordinals[], gap: number): Ordinals[] {
  const merged: Ordinals[] = [];
  for (const { from, count } of normalizeRuns(runs)) {
    const previous = merged.at(-1);
    if (previous && from - endOf(previous) <= gap) previous.count = from + count - previous.from;
    else merged.push({ from, count });
  }
  return merged;
}

/** Intersection. Both are tidy. */
export function intersectRuns(runs: readonly Ordinals[], others: readonly Ordinals[]): Ordinals[] {
  const intersection: Ordinals[] = [];
  for (let i = 0, j = 0; i < runs.length && j < others.length; ) {
    const [one, other] = [runs[i]!, others[j]!];
    const from = Math.max(one.from, other.from);
    const end = Math.min(endOf(one), endOf(other));
    if (end > from) intersection.push({ from, count: end - from });
    if (endOf(one) < endOf(other)) i++;
    else j++;
  }
  return intersection;
}

/** `runs` without `others`. Both are tidy. */
export const without = (runs: readonly Ordinals[], others: readonly Ordinals[]): Ordinals[] =>
  subtractRuns(
    runs.map(({ from, count }) => ({ from, count })),
    others,
  );

/** Both in order and without overlaps. */
export function subtractRuns<Part extends Ordinals>(runs: readonly Part[], others: readonly Ordinals[]): Part[] {
  const remainder: Part[] = [];
  let j = 0;
  for (const run of runs) {
    let from = run.from;
    while (j > 0 && endOf(others[j - 1]!) > run.from) j--;
    for (; j < others.length && others[j]!.from < endOf(run); j++) {
      const other = others[j]!;
      if (other.from > from) remainder.push({ ...run, from, count: other.from - from });
      from = Math.max(from, endOf(other));
    }
    if (from < endOf(run)) remainder.push({ ...run, from, count: endOf(run) - from });
  }
  return remainder;
}

/** Runs must not overlap. */
export const sizeOf = (runs: readonly Ordinals[]) => runs.reduce((sum, { count }) => sum + count, 0);

/** Tidy, in ascending order. Locks are taken in this order. */
export function groupRuns(runs: readonly Run[]): { batchId: number; level: number; ordinals: Ordinals[] }[] {
  const groups = Map.groupBy(runs, ({ batchId, level }) => `${batchId}/${level}`);
  return [...groups.values()]
    .map((group) => ({ batchId: group[0]!.batchId, level: group[0]!.level, ordinals: normalizeRuns(group) }))
    .toSorted((one, other) => one.batchId - other.batchId || one.level - other.level);
}
