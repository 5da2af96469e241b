import type { CodeStatus } from '@suyuan/contract';
import type { CodeState, StateRun } from './piece.ts';

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
  const block: Block = {
    ordinalFrom,
    count,
    firsts: [],
    counts: [],
    kinds: [],
    statuses: [],
    befores: [],
    holders: [],
    reasons: [],
    totals: [],
  };
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
