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

const past = ({ from, count }: Ordinals) => from + count;

/** Sorts, and merges overlapping or adjacent runs. */
export function tidy(runs: readonly Ordinals[]): Ordinals[] {
  const tidied: Ordinals[] = [];
  for (const { from, count } of runs.toSorted((one, other) => one.from - other.from)) {
    const before = tidied.at(-1);
    if (before && past(before) >= from) before.count = Math.max(past(before), from + count) - before.from;
    else if (count > 0) tidied.push({ from, count });
  }
  return tidied;
}

/** Also merges across gaps of at most `gap` ordinals. */
export function bridged(runs: readonly Ordinals[], gap: number): Ordinals[] {
  const joined: Ordinals[] = [];
  for (const { from, count } of tidy(runs)) {
    const before = joined.at(-1);
    if (before && from - past(before) <= gap) before.count = from + count - before.from;
    else joined.push({ from, count });
  }
  return joined;
}

/** Intersection. Both are tidy. */
export function common(runs: readonly Ordinals[], others: readonly Ordinals[]): Ordinals[] {
  const shared: Ordinals[] = [];
  for (let i = 0, j = 0; i < runs.length && j < others.length; ) {
    const [one, other] = [runs[i]!, others[j]!];
    const from = Math.max(one.from, other.from);
    const end = Math.min(past(one), past(other));
    if (end > from) shared.push({ from, count: end - from });
    if (past(one) < past(other)) i++;
    else j++;
  }
  return shared;
}

/** `runs` without `others`. Both are tidy. */
export const without = (runs: readonly Ordinals[], others: readonly Ordinals[]): Ordinals[] =>
  outside(
    runs.map(({ from, count }) => ({ from, count })),
    others,
  );

/** Both in order and without overlaps. */
export function outside<Part extends Ordinals>(runs: readonly Part[], others: readonly Ordinals[]): Part[] {
  const left: Part[] = [];
  let j = 0;
  for (const run of runs) {
    let from = run.from;
    while (j > 0 && past(others[j - 1]!) > run.from) j--;
    for (; j < others.length && others[j]!.from < past(run); j++) {
      const other = others[j]!;
      if (other.from > from) left.push({ ...run, from, count: other.from - from });
      from = Math.max(from, past(other));
    }
    if (from < past(run)) left.push({ ...run, from, count: past(run) - from });
  }
  return left;
}

/** Runs must not overlap. */
export const sizeOf = (runs: readonly Ordinals[]) => runs.reduce((sum, { count }) => sum + count, 0);

/** Tidy, in ascending order. Locks are taken in this order. */
export function grouped(runs: readonly Run[]): { batchId: number; level: number; ordinals: Ordinals[] }[] {
  const groups = Map.groupBy(runs, ({ batchId, level }) => `${batchId}/${level}`);
  return [...groups.values()]
    .map((group) => ({ batchId: group[0]!.batchId, level: group[0]!.level, ordinals: tidy(group) }))
    .toSorted((one, other) => one.batchId - other.batchId || one.level - other.level);
}
