import { type BatchState, type CodeStatus, codeStatuses, isStopped, stoppedStatuses } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { CodePlace } from '../../../platform/db/layout.ts';
import * as queries from './container.queries.ts';
import { containersOf, contentOf } from './container.service.ts';
import { type CodeState, groupRuns, intersectRuns, type Ordinals, type Run, type StateRun, subtractRuns } from './ordinal-runs.ts';
import * as segments from './segment.queries.ts';
import { loadRuns, stateRunsOf } from './stored-runs.queries.ts';

/** The most severe status of the code, its container and its batch. */
export const mostSevere = (outer: BatchState | CodeStatus, own: CodeStatus): CodeStatus =>
  stoppedStatuses.find((state) => state === outer || state === own) ?? own;

/** Own statuses with the effective status `status` in such a batch. */
export const ownStatuses = (batch: BatchState, status: CodeStatus): CodeStatus[] =>
  codeStatuses.filter((own) => mostSevere(batch, own) === status);

export interface Frame extends CodePlace {
  own: CodeState;
}

/** The state of a code including its containers, but not its batch. */
export interface EffectiveState extends CodePlace {
  own: CodeState;
  /** The most severe of its own and its containers' statuses. */
  status: CodeStatus;
  /**
   * Its own holder. For a stopped code the nearest container with a holder decides, because later steps of the container are not written to
   * the code.
   */
  holderId: number | null;
  /** Nearest first. */
  frames: Frame[];
}

const keyOf = ({ batchId, level, ordinal }: CodePlace) => `${batchId}/${level}/${ordinal}`;

/** The number of queries is constant. */
export async function effectiveStatesOf(
  db: Db,
  batchId: number,
  level: number,
  ownStatesByOrdinal: ReadonlyMap<number, CodeState>,
): Promise<EffectiveState[]> {
  const places = [...ownStatesByOrdinal].map(([ordinal, own]) => ({ batchId, level, ordinal, own }));
  const nested = (await queries.listNestings(db, [batchId])).get(batchId)?.nested ?? false;
  const links = nested && level < 3 ? await queries.listChains(db, batchId, level, [...ownStatesByOrdinal.keys()]) : [];
  const states = await ownStates(db, links);
  const chains = Map.groupBy(links, ({ ordinalOf }) => ordinalOf);
  return places.map((place) => {
    const frames = (chains.get(place.ordinal) ?? []).flatMap(({ batchId: containerBatchId, level: containerLevel, ordinal }): Frame[] => {
      const own = states.get(keyOf({ batchId: containerBatchId, level: containerLevel, ordinal }));
      return own ? [{ batchId: containerBatchId, level: containerLevel, ordinal, own }] : [];
    });
    return {
      ...place,
      status: frames.reduce((severest, { own }) => moreSevere(severest, own.status), place.own.status),
      holderId: (isStopped(place.own.status) ? frames.find(({ own }) => own.holderId !== null)?.own.holderId : null) ?? place.own.holderId,
      frames,
    };
  });
}

const moreSevere = (status: CodeStatus, outer: CodeStatus): CodeStatus => mostSevere(outer, status);

async function ownStates(db: Db, places: readonly CodePlace[]): Promise<Map<string, CodeState>> {
  const states = new Map<string, CodeState>();
  for (const group of Map.groupBy(places, ({ batchId, level }) => `${batchId}/${level}`).values()) {
    const { batchId, level } = group[0]!;
    const ordinals = [...new Set(group.map(({ ordinal }) => ordinal))];
    for (const [ordinal, own] of await segments.statesOf(db, batchId, level, ordinals)) states.set(keyOf({ batchId, level, ordinal }), own);
  }
  return states;
}

export { listOverlays } from './container.queries.ts';

/** The more severe status applies. Both in order. */
export function overlayStatuses<Own extends Ordinals & { status: CodeStatus }>(
  runs: readonly Own[],
  overlays: readonly (Ordinals & { status: CodeStatus })[],
): Own[] {
  let first = 0;
  return runs.flatMap((run) => {
    while (first < overlays.length && overlays[first]!.from + overlays[first]!.count <= run.from) first++;
    const overlaid: Own[] = [];
    for (let index = first; index < overlays.length && overlays[index]!.from < run.from + run.count; index++)
      for (const part of intersectRuns([run], [overlays[index]!]))
        overlaid.push({ ...run, ...part, status: moreSevere(run.status, overlays[index]!.status) });
    return [...subtractRuns([run], overlaid), ...overlaid].toSorted((one, other) => one.from - other.from);
  });
}

/** `isOwn`: held by the dealer, not by another one. */
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
      holdings = [...subtractRuns(holdings, ordinalRuns), ...ordinalRuns.map((run) => ({ ...run, isOwn }))].toSorted(
        (one, other) => one.from - other.from,
      );
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

/** Both in order. @param holdings result of `listHoldings` for the same dealer */
export function runsOfHolder(stateRuns: readonly StateRun[], holdings: readonly Holding[], holderId: number): StateRun[] {
  let first = 0;
  return stateRuns.flatMap((stateRun) => {
    const overlapping: Holding[] = [];
    if (isStopped(stateRun.status)) {
      while (first < holdings.length && holdings[first]!.from + holdings[first]!.count <= stateRun.from) first++;
      for (let index = first; index < holdings.length && holdings[index]!.from < stateRun.from + stateRun.count; index++)
        overlapping.push(holdings[index]!);
    }
    const own = stateRun.holderId === holderId ? subtractRuns([stateRun], overlapping) : [];
    const fromContainers = overlapping.flatMap((run) =>
      run.isOwn ? intersectRuns([stateRun], [run]).map((part) => ({ ...stateRun, ...part })) : [],
    );
    return [...own, ...fromContainers].toSorted((one, other) => one.from - other.from);
  });
}
