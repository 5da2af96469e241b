import type { CodeStatus } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { gravest } from './code-status.ts';
import * as queries from './container.queries.ts';
import type { Kind } from './piece.ts';
import { common, type Ordinals, outside } from './run.ts';
import * as segments from './segment.queries.ts';

/** A code's identity; its ordinal counts from 0. */
export interface Place {
  batchId: number;
  level: number;
  ordinal: number;
}

/** A container around a code with the state of its own. */
export interface Frame extends Place {
  own: Kind;
}

/** What a code is, all considered but its batch. */
export interface Standing extends Place {
  own: Kind;
  /** The gravest of its containers' and its own. */
  status: CodeStatus;
  /** Its own: what a container did, it did too. Where it is stopped, the nearest container's first, which went on without writing it. */
  holderId: number | null;
  /** The containers around it, the nearest first. */
  frames: Frame[];
}

const keyOf = ({ batchId, level, ordinal }: Place) => `${batchId}/${level}/${ordinal}`;

/** States of codes of one level of a batch; some questions for all of them, whatever they are in. */
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

/** Whether a code is stopped of its own: who has it, its containers say first. */
export const isStopped = ({ status }: Kind) => status === 'frozen' || status === 'recalled' || status === 'void';

/** What a code is once a container of that status is around it. */
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

/** Pieces with what lies over them, each as grave as the graver; both in order. */
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
