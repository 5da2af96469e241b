import type { CodeStatus } from '@suyuan/contract';

/** Own state, without the effect of batch and containers. */
export interface CodeState {
  status: CodeStatus;
  /** The status after unfreezing. */
  statusBefore: CodeStatus | null;
  /** Dealer. */
  holderId: number | null;
  reason: string | null;
}

export interface StateRun extends Ordinals, CodeState {}

export const isSameState = (one: CodeState, other: CodeState) =>
  one.status === other.status && one.statusBefore === other.statusBefore && one.holderId === other.holderId && one.reason === other.reason;

/** Pieces are in order, with or without gaps. */
export function mergeNeighbours(stateRuns: readonly StateRun[]): StateRun[] {
  const merged: StateRun[] = [];
  for (const stateRun of stateRuns) {
    const previous = merged.at(-1);
    if (previous && previous.from + previous.count === stateRun.from && isSameState(previous, stateRun)) previous.count += stateRun.count;
    else merged.push({ ...stateRun });
  }
  return merged;
}

/** Both in order. */
export function clipRuns(stateRuns: readonly StateRun[], runs: readonly Ordinals[]): StateRun[] {
  const clipped: StateRun[] = [];
  for (let i = 0, j = 0; i < stateRuns.length && j < runs.length; ) {
    const [stateRun, run] = [stateRuns[i]!, runs[j]!];
    for (const { from, count } of intersectRuns([stateRun], [run])) clipped.push({ ...stateRun, from, count });
    if (stateRun.from + stateRun.count < run.from + run.count) i++;
    else j++;
  }
  return clipped;
}

/** Splits pieces at the ends and merges equal neighbours. */
export function applyChange(stateRuns: readonly StateRun[], runs: readonly Ordinals[], change: (kind: CodeState) => CodeState): StateRun[] {
  const changed: StateRun[] = [];
  let j = 0;
  for (const stateRun of stateRuns) {
    const end = stateRun.from + stateRun.count;
    let next = stateRun.from;
    while (j > 0 && runs[j - 1]!.from + runs[j - 1]!.count > next) j--;
    for (; j < runs.length && runs[j]!.from < end; j++) {
      const run = runs[j]!;
      const [from, stop] = [Math.max(run.from, next), Math.min(run.from + run.count, end)];
      if (stop <= from) continue;
      if (from > next) changed.push({ ...stateRun, from: next, count: from - next });
      changed.push({ ...stateRun, ...change(stateRun), from, count: stop - from });
      next = stop;
    }
    if (next < end) changed.push({ ...stateRun, from: next, count: end - next });
  }
  return mergeNeighbours(changed);
}

/** Runs as parallel arrays. `kinds` holds indexes from 1 into the palette arrays. */
export interface Block {
  ordinalFrom: number;
  count: number;
  firsts: number[];
  counts: number[];
  kinds: number[];
  statuses: string[];
  befores: (string | null)[];
  holders: (number | null)[];
  reasons: (string | null)[];
  totals: number[];
}

/** The pieces cover [ordinalFrom, ordinalFrom + count) without gaps. */
export function packBlock({ from: ordinalFrom, count }: { from: number; count: number }, stateRuns: readonly StateRun[]): Block {
  const palettes = { statuses: [], befores: [], holders: [], reasons: [], totals: [] };
  const block: Block = { ordinalFrom, count, firsts: [], counts: [], kinds: [], ...palettes };
  const palette = new Map<string, number>();
  for (const { from, count: codes, status, statusBefore, holderId, reason } of stateRuns) {
    const key = JSON.stringify([status, statusBefore, holderId, reason]);
    let kind = palette.get(key);
    if (kind === undefined) {
      kind = block.statuses.push(status);
      palette.set(key, kind);
      block.befores.push(statusBefore);
      block.holders.push(holderId);
      block.reasons.push(reason);
      block.totals.push(0);
    }
    block.totals[kind - 1]! += codes;
    block.firsts.push(from - ordinalFrom);
    block.counts.push(codes);
    block.kinds.push(kind);
  }
  return block;
}

/** In order. */
export function unpackBlock({ ordinalFrom, firsts, counts, kinds, statuses, befores, holders, reasons }: Block): StateRun[] {
  const palette = statuses.map((status, index): CodeState => {
    // checked by the table before packing
    return { status, statusBefore: befores[index], holderId: holders[index], reason: reasons[index] } as CodeState & { status: CodeStatus };
  });
  return firsts.map((first, index) => ({ ...palette[kinds[index]! - 1]!, from: ordinalFrom + first, count: counts[index]! }));
}

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

/** Rows that overlap `runs`. Both are in order and without overlaps. */
export function overlapping<Row extends Ordinals>(rows: readonly Row[], runs: readonly Ordinals[]): Row[] {
  let next = 0;
  return rows.filter((row) => {
    while (next < runs.length && endOf(runs[next]!) <= row.from) next++;
    return next < runs.length && runs[next]!.from < endOf(row);
  });
}

/** The part of `rows` from the first to the last run, by binary search. Both in order and, except for equal rows, without overlaps. */
export function rowsAround<Row extends Ordinals>(rows: readonly Row[], runs: readonly Ordinals[]): readonly Row[] {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return [];
  const indexOf = (isPast: (row: Row) => boolean) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(rows[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return rows.slice(
    indexOf((row) => endOf(row) > first.from),
    indexOf((row) => row.from >= endOf(last)),
  );
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

/** `runs` without `others`, across batches and levels. */
export function subtractCodes(runs: readonly Run[], others: readonly Run[]): Run[] {
  return combineCodes(runs, others, without);
}

/** Codes in both. */
export function intersectCodes(runs: readonly Run[], others: readonly Run[]): Run[] {
  return combineCodes(runs, others, intersectRuns);
}

function combineCodes(runs: readonly Run[], others: readonly Run[], combine: typeof intersectRuns): Run[] {
  const otherGroups = groupRuns(others);
  return groupRuns(runs).flatMap(({ batchId, level, ordinals }) => {
    const otherGroup = otherGroups.find((group) => group.batchId === batchId && group.level === level);
    return combine(ordinals, otherGroup?.ordinals ?? []).map((run) => ({ batchId, level, ...run }));
  });
}
