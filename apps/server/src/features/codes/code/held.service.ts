import type { Db } from '../../../platform/db/database.types.ts';
import { loadRuns, stateRunsOf } from './canvas.queries.ts';
import * as queries from './container.queries.ts';
import { containersOf, contentOf } from './container.service.ts';
import type { StateRun } from './piece.ts';
import { intersectRuns, groupRuns, type Ordinals, subtractRuns, type Run } from './run.ts';
import { isStopped } from './standing.service.ts';

/** `his`: held by the dealer, not by another one. */
type Holding = Ordinals & { isOwn: boolean };

/** True if containers determine the holder of some codes. This affects only stopped codes. */
export async function hasContainerHolders(db: Db, batchId: number, level: number): Promise<boolean> {
  const nesting = (await queries.listNestings(db, [batchId])).get(batchId);
  return nesting?.nested === true && level < 3 && queries.hasStopped(db, batchId, level);
}

/** Runs that dealers hold through containers around stopped codes, in order. The nearest container with a holder decides. */
export async function listHoldings(db: Db, batchId: number, level: number, holderId: number): Promise<Holding[]> {
  const containers = await runsWithHolder(db, await containersOf(db, await queries.listStopped(db, batchId, level)));
  let holdings: Holding[] = [];
  // the nearest containers are applied last and override the others
  for (const containerLevel of [3, 2, 1].filter((upperLevel) => upperLevel > level)) {
    for (const isOwn of [false, true]) {
      const holderContainers = containers.filter((run) => run.level === containerLevel && (run.holderId === holderId) === isOwn);
      const content = (await contentOf(db, holderContainers)).filter((run) => run.batchId === batchId && run.level === level);
      const ordinalRuns = groupRuns(content).flatMap(({ ordinals }) => ordinals);
      holdings = [...subtractRuns(holdings, ordinalRuns), ...ordinalRuns.map((run) => ({ ...run, isOwn }))].toSorted((one, other) => one.from - other.from);
    }
  }
  return holdings;
}

async function runsWithHolder(db: Db, runs: readonly Run[]): Promise<(Run & { holderId: number })[]> {
  const heldRuns: (Run & { holderId: number })[] = [];
  for (const { batchId, level, ordinals } of groupRuns(runs))
    for (const { from, count, holderId } of stateRunsOf(await loadRuns(db, batchId, level, ordinals), ordinals))
      if (holderId !== null) heldRuns.push({ batchId, level, from, count, holderId });
  return heldRuns;
}

/** Both in order. @param holdings result of `heldAround` for the same dealer */
export function runsOfHolder(stateRuns: readonly StateRun[], holdings: readonly Holding[], holderId: number): StateRun[] {
  let first = 0;
  return stateRuns.flatMap((stateRun) => {
    const overlapping: Holding[] = [];
    if (isStopped(stateRun)) {
      while (first < holdings.length && holdings[first]!.from + holdings[first]!.count <= stateRun.from) first++;
      for (let index = first; index < holdings.length && holdings[index]!.from < stateRun.from + stateRun.count; index++) overlapping.push(holdings[index]!);
    }
    const own = stateRun.holderId === holderId ? subtractRuns([stateRun], overlapping) : [];
    const fromContainers = overlapping.flatMap((run) => (run.isOwn ? intersectRuns([stateRun], [run]).map((part) => ({ ...stateRun, ...part })) : []));
    return [...own, ...fromContainers].toSorted((one, other) => one.from - other.from);
  });
}
