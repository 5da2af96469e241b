import type { CodeStatus } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { gravest } from './code-status.ts';
import * as queries from './container.queries.ts';
import type { Kind } from './piece.ts';
import { common, type Ordinals, outside } from './run.ts';
import * as segments from './segment.queries.ts';

/** Ordinal from 0. */
export interface Place {
  batchId: number;
  level: number;
  ordinal: number;
}

export interface Frame extends Place {
  own: Kind;
}

/** The state of a code including its containers, but not its batch. */
export interface Standing extends Place {
  own: Kind;
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
export async function standingsOf(db: Db, batchId: number, level: number, owns: ReadonlyMap<number, Kind>): Promise<Standing[]> {
  const places = [...owns].map(([ordinal, own]) => ({ batchId, level, ordinal, own }));
  const nested = (await queries.listNestings(db, [batchId])).get(batchId)?.nested ?? false;
  const links = nested && level < 3 ? await queries.listChains(db, batchId, level, [...owns.keys()]) : [];
  const states = await ownStates(db, links);
  const chains = Map.groupBy(links, ({ ordinalOf }) => ordinalOf);
  return places.map((place) => {
    const frames = (chains.get(place.ordinal) ?? []).flatMap(({ batchId: of, level: at, ordinal }): Frame[] => {
      const own = states.get(keyOf({ batchId: of, level: at, ordinal }));
      return own ? [{ batchId: of, level: at, ordinal, own }] : [];
    });
    return {
      ...place,
      status: frames.reduce((gravestSoFar, { own }) => heavier(gravestSoFar, own.status), place.own.status),
      holderId: (isStopped(place.own) ? frames.find(({ own }) => own.holderId !== null)?.own.holderId : null) ?? place.own.holderId,
      frames,
    };
  });
}

/** Containers determine the holder of a stopped code first. */
export const isStopped = ({ status }: Kind) => status === 'frozen' || status === 'recalled' || status === 'void';

const heavier = (status: CodeStatus, around: CodeStatus): CodeStatus => gravest(around, status);

async function ownStates(db: Db, places: readonly Place[]): Promise<Map<string, Kind>> {
  const states = new Map<string, Kind>();
  for (const group of Map.groupBy(places, ({ batchId, level }) => `${batchId}/${level}`).values()) {
    const { batchId, level } = group[0]!;
    const ordinals = [...new Set(group.map(({ ordinal }) => ordinal))];
    for (const [ordinal, own] of await segments.statesOf(db, batchId, level, ordinals)) states.set(keyOf({ batchId, level, ordinal }), own);
  }
  return states;
}

export { listOver } from './container.queries.ts';

/** The more severe status applies. Both in order. */
export function laidOver<Own extends Ordinals & { status: CodeStatus }>(
  pieces: readonly Own[],
  over: readonly (Ordinals & { status: CodeStatus })[],
): Own[] {
  let first = 0;
  return pieces.flatMap((piece) => {
    while (first < over.length && over[first]!.from + over[first]!.count <= piece.from) first++;
    const covered: Own[] = [];
    for (let at = first; at < over.length && over[at]!.from < piece.from + piece.count; at++)
      for (const part of common([piece], [over[at]!])) covered.push({ ...piece, ...part, status: heavier(piece.status, over[at]!.status) });
    return [...outside([piece], covered), ...covered].toSorted((one, other) => one.from - other.from);
  });
}
