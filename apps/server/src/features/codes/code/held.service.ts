import type { Db } from '../../../platform/db/database.types.ts';
import { load, look } from './canvas.queries.ts';
import * as queries from './container.queries.ts';
import { containersOf, contentOf } from './container.service.ts';
import type { Piece } from './piece.ts';
import { common, grouped, type Ordinals, outside, type Run } from './run.ts';
import { isStopped } from './standing.service.ts';

/** `his`: held by the dealer, not by another one. */
type Held = Ordinals & { his: boolean };

/** True if containers determine the holder of some codes. This affects only stopped codes. */
export async function isCarried(db: Db, batchId: number, level: number): Promise<boolean> {
  const nesting = (await queries.listNestings(db, [batchId])).get(batchId);
  return nesting?.nested === true && level < 3 && queries.hasStopped(db, batchId, level);
}

/** Runs that dealers hold through containers around stopped codes, in order. The nearest container with a holder decides. */
export async function heldAround(db: Db, batchId: number, level: number, holderId: number): Promise<Held[]> {
  const containers = await heldAmong(db, await containersOf(db, await queries.listStopped(db, batchId, level)));
  let held: Held[] = [];
  // the nearest containers are applied last and override the others
  for (const above of [3, 2, 1].filter((each) => each > level)) {
    for (const his of [false, true]) {
      const around = containers.filter((run) => run.level === above && (run.holderId === holderId) === his);
      const inside = (await contentOf(db, around)).filter((run) => run.batchId === batchId && run.level === level);
      const top = grouped(inside).flatMap(({ ordinals }) => ordinals);
      held = [...outside(held, top), ...top.map((run) => ({ ...run, his }))].toSorted((one, other) => one.from - other.from);
    }
  }
  return held;
}

async function heldAmong(db: Db, runs: readonly Run[]): Promise<(Run & { holderId: number })[]> {
  const held: (Run & { holderId: number })[] = [];
  for (const { batchId, level, ordinals } of grouped(runs))
    for (const { from, count, holderId } of look(await load(db, batchId, level, ordinals), ordinals))
      if (holderId !== null) held.push({ batchId, level, from, count, holderId });
  return held;
}

/** Both in order. @param held result of `heldAround` for the same dealer */
export function heldBy(pieces: readonly Piece[], held: readonly Held[], holderId: number): Piece[] {
  let first = 0;
  return pieces.flatMap((piece) => {
    const around: Held[] = [];
    if (isStopped(piece)) {
      while (first < held.length && held[first]!.from + held[first]!.count <= piece.from) first++;
      for (let at = first; at < held.length && held[at]!.from < piece.from + piece.count; at++) around.push(held[at]!);
    }
    const own = piece.holderId === holderId ? outside([piece], around) : [];
    const carried = around.flatMap((run) => (run.his ? common([piece], [run]).map((part) => ({ ...piece, ...part })) : []));
    return [...own, ...carried].toSorted((one, other) => one.from - other.from);
  });
}
