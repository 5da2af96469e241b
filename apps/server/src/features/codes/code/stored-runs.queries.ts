import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import {
  applyChange,
  type Block,
  type CodeState,
  clipRuns,
  mergeNearbyRuns,
  mergeNeighbours,
  type Ordinals,
  packBlock,
  type StateRun,
  unpackBlock,
} from './ordinal-runs.ts';

export interface Limits {
  /** Rows per level of a batch. Above it the densest stretches are packed until half as many remain. */
  runs: number;
  /** Ordinals per packed stretch. */
  block: number;
  /** A stretch with more runs is packed before its states change, because its rows would be packed right afterwards. */
  denseRuns: number;
}

const LIMITS: Limits = { runs: 100_000, block: 65_536, denseRuns: 1000 };
/** Smaller gaps are read with their neighbours, in one lookup. */
const MAX_GAP = 256;

/** Stored runs of one level of a batch around some ordinals. */
export interface StoredRuns {
  batchId: number;
  level: number;
  segments: StateRun[];
  blocks: Block[];
}

const starts = (runs: readonly Ordinals[]) => sql`${runs.map(({ from }) => from)}::bigint[]`;
const ends = (runs: readonly Ordinals[]) => sql`${runs.map(({ from, count }) => from + count)}::bigint[]`;

/** Reads runs that overlap or touch `ordinals`, and small gaps between them. A caller that changes states must hold the lock of the batch. */
export async function loadRuns(db: Db, batchId: number, level: number, ordinals: readonly Ordinals[]): Promise<StoredRuns> {
  const runs = mergeNearbyRuns(ordinals, MAX_GAP);
  const nearestStarts = (table: 'code_segment' | 'code_block') => sql`
    select distinct kept.ordinal_from from unnest(${starts(runs)}, ${ends(runs)}) as r(first, past) cross join lateral (
      (select ordinal_from from ${sql.table(table)} where batch_id = ${batchId} and level = ${level} and ordinal_from < r.first
        order by ordinal_from desc limit 1)
      union all
      select ordinal_from from ${sql.table(table)} where batch_id = ${batchId} and level = ${level} and ordinal_from between r.first and r.past
    ) kept`;
  const { rows: segments } = await sql<StateRun>`
    select ordinal_from as "from", count, status, status_before, holder_id, reason from code_segment
    where batch_id = ${batchId} and level = ${level} and ordinal_from in (${nearestStarts('code_segment')}) order by ordinal_from`.execute(
    db,
  );
  const { rows: blocks } = await sql<Block>`
    select ordinal_from, count, firsts, counts, kinds, statuses, befores, holders, reasons, totals from code_block
    where batch_id = ${batchId} and level = ${level} and ordinal_from in (${nearestStarts('code_block')}) order by ordinal_from`.execute(
    db,
  );
  return { batchId, level, segments, blocks };
}

/** In order. */
export function stateRunsOf({ segments, blocks }: StoredRuns, runs: readonly Ordinals[]): StateRun[] {
  const inRows = clipRuns(segments, runs);
  if (blocks.length === 0) return inRows;
  const inBlocks = blocks.flatMap((block) => clipRuns(unpackBlock(block), runs));
  return [...inRows, ...inBlocks].toSorted((one, other) => one.from - other.from);
}

/**
 * Splits runs at the ends and merges equal neighbours. Packed stretches stay packed. Exclusion constraints check for overlaps at commit.
 */
export async function changeStates(
  db: Db,
  storedRuns: StoredRuns,
  runs: readonly Ordinals[],
  change: (kind: CodeState) => CodeState,
  limits = LIMITS,
) {
  const { batchId, level } = storedRuns;
  const denseStretches = denseStretchesOf(applyChange(storedRuns.segments, runs, change), limits);
  if (denseStretches.length > 0) {
    for (const from of denseStretches) await packStretch(db, batchId, level, { from, count: limits.block });
    return changeLoadedStates(db, await loadRuns(db, batchId, level, runs), runs, change, limits);
  }
  await changeLoadedStates(db, storedRuns, runs, change, limits);
}

/** Stretches in which more than `denseRuns` pieces start. */
function denseStretchesOf(segments: readonly StateRun[], { block, denseRuns }: Limits): number[] {
  const runCounts = new Map<number, number>();
  for (const { from } of segments) {
    const start = Math.floor(from / block) * block;
    runCounts.set(start, (runCounts.get(start) ?? 0) + 1);
  }
  return [...runCounts].flatMap(([start, count]) => (count > denseRuns ? [start] : []));
}

async function changeLoadedStates(
  db: Db,
  storedRuns: StoredRuns,
  runs: readonly Ordinals[],
  change: (kind: CodeState) => CodeState,
  limits: Limits,
) {
  const { batchId, level } = storedRuns;
  const segments = applyChange(storedRuns.segments, runs, change);
  await replace(db, storedRuns, segments);
  for (const block of storedRuns.blocks) {
    const stateRuns = applyChange(unpackBlock(block), runs, change);
    await writeBlock(db, batchId, level, packBlock({ from: block.ordinalFrom, count: block.count }, stateRuns));
  }
  if (segments.length > storedRuns.segments.length) await packDensestStretches(db, batchId, level, limits);
}

async function replace(db: Db, { batchId, level, segments: existing }: StoredRuns, segments: readonly StateRun[]) {
  const keyOf = (stateRun: StateRun) =>
    JSON.stringify([stateRun.from, stateRun.count, stateRun.status, stateRun.statusBefore, stateRun.holderId, stateRun.reason]);
  const [existingKeys, newKeys] = [new Set(existing.map(keyOf)), new Set(segments.map(keyOf))];
  const removedStarts = existing.filter((stateRun) => !newKeys.has(keyOf(stateRun))).map(({ from }) => from);
  const addedRuns = segments.filter((stateRun) => !existingKeys.has(keyOf(stateRun)));
  if (removedStarts.length > 0)
    await sql`delete from code_segment where batch_id = ${batchId} and level = ${level} and ordinal_from = any(${removedStarts}::bigint[])`.execute(
      db,
    );
  if (addedRuns.length > 0)
    await sql`
      insert into code_segment (batch_id, level, ordinal_from, count, status, status_before, holder_id, reason)
      select ${batchId}::bigint, ${level}::smallint, * from unnest(${addedRuns.map(({ from }) => from)}::bigint[],
        ${addedRuns.map(({ count }) => count)}::bigint[], ${addedRuns.map(({ status }) => status)}::text[],
        ${addedRuns.map(({ statusBefore }) => statusBefore)}::text[], ${addedRuns.map(({ holderId }) => holderId)}::bigint[],
        ${addedRuns.map(({ reason }) => reason)}::text[])`.execute(db);
}

/** An array literal: the driver would quote tens of thousands of numbers one by one. */
const bigintArray = (numbers: readonly number[]) => sql`${`{${numbers.join(',')}}`}::bigint[]`;

const writeBlock = (db: Db, batchId: number, level: number, block: Block) => {
  const { ordinalFrom, count, firsts, counts, kinds, statuses, befores, holders, reasons, totals } = block;
  return sql`
    insert into code_block (batch_id, level, ordinal_from, count, firsts, counts, kinds, statuses, befores, holders, reasons, totals)
    values (${batchId}, ${level}, ${ordinalFrom}, ${count}, ${bigintArray(firsts)}, ${bigintArray(counts)}, ${bigintArray(kinds)}, ${statuses}::text[],
      ${befores}::text[], ${holders}::bigint[], ${reasons}::text[], ${totals}::bigint[])
    on conflict on constraint code_block_pkey do update set count = excluded.count, firsts = excluded.firsts, counts = excluded.counts,
      kinds = excluded.kinds, statuses = excluded.statuses, befores = excluded.befores, holders = excluded.holders,
      reasons = excluded.reasons, totals = excluded.totals`.execute(db);
};

/** Packs the densest stretches above the row limit. */
async function packDensestStretches(db: Db, batchId: number, level: number, { runs: maxRows, block: size }: Limits) {
  // a run across the end of a stretch leaves a row outside it, so one pass may not be enough
  for (;;) {
    const { rows: counted } = await sql<{ rows: number }>`select count(*) as rows from (select from code_segment
      where batch_id = ${batchId} and level = ${level} limit ${maxRows + 1}) counted`.execute(db);
    if (counted[0]!.rows <= maxRows) return;
    const { rows: stretches } = await sql<{ at: number; runs: number }>`
      select ordinal_from / ${size}::bigint * ${size}::bigint as at, count(*) as runs from code_segment
      where batch_id = ${batchId} and level = ${level} group by 1 order by runs desc, at`.execute(db);
    let rowsLeft = stretches.reduce((sum, { runs }) => sum + runs, 0);
    for (const { at, runs } of stretches) {
      if (rowsLeft <= maxRows / 2) break;
      await packStretch(db, batchId, level, { from: at, count: size });
      rowsLeft -= runs;
    }
  }
}

/** A stretch at the end of a batch, or next to a block, may be short. */
async function packStretch(db: Db, batchId: number, level: number, stretch: Ordinals) {
  const { segments } = await loadRuns(db, batchId, level, [stretch]);
  const storedRuns: StoredRuns = { batchId, level, segments, blocks: [] };
  const inside = mergeNeighbours(clipRuns(segments, [stretch]));
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return;
  const end = stretch.from + stretch.count;
  const outside = segments.flatMap((stateRun) => [
    ...clipRuns([stateRun], [{ from: stateRun.from, count: Math.max(0, stretch.from - stateRun.from) }]),
    ...clipRuns([stateRun], [{ from: end, count: Math.max(0, stateRun.from + stateRun.count - end) }]),
  ]);
  await replace(db, storedRuns, outside);
  await writeBlock(db, batchId, level, packBlock({ from: first.from, count: last.from + last.count - first.from }, inside));
}
