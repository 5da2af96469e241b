/** Ordinals of one level of a batch, from 0. */
export interface Ordinals {
  from: number;
  count: number;
}

/** Codes of one batch at one level, ordinals from 0: what a selection comes to. */
export interface Run extends Ordinals {
  batchId: number;
  level: number;
}

const past = ({ from, count }: Ordinals) => from + count;

/** The same ordinals in order, as few runs as can be. */
export function tidy(runs: readonly Ordinals[]): Ordinals[] {
  const tidied: Ordinals[] = [];
  for (const { from, count } of runs.toSorted((one, other) => one.from - other.from)) {
    const before = tidied.at(-1);
    if (before && past(before) >= from) before.count = Math.max(past(before), from + count) - before.from;
    else if (count > 0) tidied.push({ from, count });
  }
  return tidied;
}

/** The same with what lies between two of them, where that is at most `gap`. */
export function bridged(runs: readonly Ordinals[], gap: number): Ordinals[] {
  const joined: Ordinals[] = [];
  for (const { from, count } of tidy(runs)) {
    const before = joined.at(-1);
    if (before && from - past(before) <= gap) before.count = from + count - before.from;
    else joined.push({ from, count });
  }
  return joined;
}

/** What two lists of runs share; both tidy. */
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

/** What of `runs` is not in `others`; both tidy. */
export const without = (runs: readonly Ordinals[], others: readonly Ordinals[]): Ordinals[] =>
  outside(
    runs.map(({ from, count }) => ({ from, count })),
    others,
  );

/** The parts of `runs`, each with all that is said of it, that are not in `others`; both in order, neither overlapping itself. */
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

/** How many ordinals runs hold that do not overlap. */
export const sizeOf = (runs: readonly Ordinals[]) => runs.reduce((sum, { count }) => sum + count, 0);

/** Runs by batch and level, tidy, in the order of batches and levels: the order in which they are locked. */
export function grouped(runs: readonly Run[]): { batchId: number; level: number; ordinals: Ordinals[] }[] {
  const groups = Map.groupBy(runs, ({ batchId, level }) => `${batchId}/${level}`);
  return [...groups.values()]
    .map((group) => ({ batchId: group[0]!.batchId, level: group[0]!.level, ordinals: tidy(group) }))
    .toSorted((one, other) => one.batchId - other.batchId || one.level - other.level);
}
