import type { CodeStatus } from '@suyuan/contract';
import { intersectRuns, type Ordinals } from './run.ts';

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

const isSameState = (one: CodeState, other: CodeState) =>
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
