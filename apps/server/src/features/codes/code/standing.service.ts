import type { CodeStatus } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { mostSevere } from './code-status.ts';
import * as queries from './container.queries.ts';
import type { CodeState } from './piece.ts';
import { intersectRuns, type Ordinals, subtractRuns } from './run.ts';
import * as segments from './segment.queries.ts';

/** Ordinal from 0. */
export interface Place {
  batchId: number;
  level: number;
  ordinal: number;
}

export interface Frame extends Place {
  own: CodeState;
}

/** The state of a code including its containers, but not its batch. */
export interface EffectiveState extends Place {
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

const keyOf = ({ batchId, level, ordinal }: Place) => `${batchId}/${level}/${ordinal}`;

/** The number of queries is constant. */
export async function effectiveStatesOf(db: Db, batchId: number, level: number, ownStatesByOrdinal: ReadonlyMap<number, CodeState>): Promise<EffectiveState[]> {
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
      holderId: (isStopped(place.own) ? frames.find(({ own }) => own.holderId !== null)?.own.holderId : null) ?? place.own.holderId,
      frames,
    };
  });
}

/** Containers determine the holder of a stopped code first. */
export const isStopped = ({ status }: CodeState) => status === 'frozen' || status === 'recalled' || status === 'void';

const moreSevere = (status: CodeStatus, outer: CodeStatus): CodeStatus => mostSevere(outer, status);

async function ownStates(db: Db, places: readonly Place[]): Promise<Map<string, CodeState>> {
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
      for (const part of intersectRuns([run], [overlays[index]!])) overlaid.push({ ...run, ...part, status: moreSevere(run.status, overlays[index]!.status) });
    return [...subtractRuns([run], overlaid), ...overlaid].toSorted((one, other) => one.from - other.from);
  });
}
