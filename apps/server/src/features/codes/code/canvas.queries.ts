import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type Block, packed, unpacked } from './block.ts';
import { joined, type Kind, type Piece, painted, within } from './piece.ts';
import { bridged, type Ordinals } from './run.ts';

export interface Limits {
  /** Rows per level of a batch. Above it the densest stretches are packed until half as many remain. */
  runs: number;
  /** Ordinals per packed stretch. */
  block: number;
  /** A stretch with more runs is packed before painting, because its rows would be packed right afterwards. */
  crowd: number;
}

const LIMITS: Limits = { runs: 100_000, block: 65_536, crowd: 1000 };
/** Smaller gaps are read with their neighbours, in one lookup. */
const GAP = 256;

/** Stored runs of one level of a batch around some ordinals. */
export interface Canvas {
  batchId: number;
  level: number;
  segments: Piece[];
  blocks: Block[];
}

const starts = (runs: readonly Ordinals[]) => sql`${runs.map(({ from }) => from)}::bigint[]`;
const ends = (runs: readonly Ordinals[]) => sql`${runs.map(({ from, count }) => from + count)}::bigint[]`;

/** Reads runs that overlap or touch `asked`, and small gaps between them. A caller that paints must hold the lock of the batch. */
export async function load(db: Db, batchId: number, level: number, asked: readonly Ordinals[]): Promise<Canvas> {
  const runs = bridged(asked, GAP);
  const near = (table: 'code_segment' | 'code_block') => sql`
    select distinct kept.ordinal_from from unnest(${starts(runs)}, ${ends(runs)}) as r(first, past) cross join lateral (
      (select ordinal_from from ${sql.table(table)} where batch_id = ${batchId} and level = ${level} and ordinal_from < r.first
        order by ordinal_from desc limit 1)
      union all
      select ordinal_from from ${sql.table(table)} where batch_id = ${batchId} and level = ${level} and ordinal_from between r.first and r.past
    ) kept`;
  const { rows: segments } = await sql<Piece>`
    select ordinal_from as "from", count, status, status_before, holder_id, reason from code_segment
    where batch_id = ${batchId} and level = ${level} and ordinal_from in (${near('code_segment')}) order by ordinal_from`.execute(db);
  const { rows: blocks } = await sql<Block>`
    select ordinal_from, count, firsts, counts, kinds, statuses, befores, holders, reasons, totals from code_block
    where batch_id = ${batchId} and level = ${level} and ordinal_from in (${near('code_block')}) order by ordinal_from`.execute(db);
  return { batchId, level, segments, blocks };
}

/** In order. */
export function look({ segments, blocks }: Canvas, runs: readonly Ordinals[]): Piece[] {
  const inRows = within(segments, runs);
  if (blocks.length === 0) return inRows;
  const inBlocks = blocks.flatMap((block) => within(unpacked(block), runs));
  return [...inRows, ...inBlocks].toSorted((one, other) => one.from - other.from);
}

/**
 * Splits runs at the ends and merges equal neighbours. Packed stretches stay packed. Exclusion constraints check for overlaps at commit.
 */
export async function paint(db: Db, canvas: Canvas, runs: readonly Ordinals[], change: (kind: Kind) => Kind, limits = LIMITS) {
  const { batchId, level } = canvas;
  const crowded = crowdedIn(painted(canvas.segments, runs, change), limits);
  if (crowded.length > 0) {
    for (const at of crowded) await packStretch(db, batchId, level, { from: at, count: limits.block });
    return paintLoaded(db, await load(db, batchId, level, runs), runs, change, limits);
  }
  await paintLoaded(db, canvas, runs, change, limits);
}

/** Stretches in which more than `crowd` pieces start. */
function crowdedIn(segments: readonly Piece[], { block, crowd }: Limits): number[] {
  const pieces = new Map<number, number>();
  for (const { from } of segments) {
    const at = Math.floor(from / block) * block;
    pieces.set(at, (pieces.get(at) ?? 0) + 1);
  }
  return [...pieces].flatMap(([at, count]) => (count > crowd ? [at] : []));
}

async function paintLoaded(db: Db, canvas: Canvas, runs: readonly Ordinals[], change: (kind: Kind) => Kind, limits: Limits) {
  const { batchId, level } = canvas;
  const segments = painted(canvas.segments, runs, change);
  await replace(db, canvas, segments);
  for (const block of canvas.blocks) {
    const pieces = painted(unpacked(block), runs, change);
    await writeBlock(db, batchId, level, packed({ from: block.ordinalFrom, count: block.count }, pieces));
  }
  if (segments.length > canvas.segments.length) await packWhereMany(db, batchId, level, limits);
}

async function replace(db: Db, { batchId, level, segments: before }: Canvas, segments: readonly Piece[]) {
  const kept = (piece: Piece) => JSON.stringify([piece.from, piece.count, piece.status, piece.statusBefore, piece.holderId, piece.reason]);
  const [old, now] = [new Set(before.map(kept)), new Set(segments.map(kept))];
  const gone = before.filter((piece) => !now.has(kept(piece))).map(({ from }) => from);
  const fresh = segments.filter((piece) => !old.has(kept(piece)));
  if (gone.length > 0)
    await sql`delete from code_segment where batch_id = ${batchId} and level = ${level} and ordinal_from = any(${gone}::bigint[])`.execute(
      db,
    );
  if (fresh.length > 0)
    await sql`
      insert into code_segment (batch_id, level, ordinal_from, count, status, status_before, holder_id, reason)
      select ${batchId}::bigint, ${level}::smallint, * from unnest(${fresh.map(({ from }) => from)}::bigint[],
        ${fresh.map(({ count }) => count)}::bigint[], ${fresh.map(({ status }) => status)}::text[],
        ${fresh.map(({ statusBefore }) => statusBefore)}::text[], ${fresh.map(({ holderId }) => holderId)}::bigint[],
        ${fresh.map(({ reason }) => reason)}::text[])`.execute(db);
}

/** An array literal: the driver would quote tens of thousands of numbers one by one. */
const listed = (numbers: readonly number[]) => sql`${`{${numbers.join(',')}}`}::bigint[]`;

const writeBlock = (db: Db, batchId: number, level: number, block: Block) => {
  const { ordinalFrom, count, firsts, counts, kinds, statuses, befores, holders, reasons, totals } = block;
  return sql`
    insert into code_block (batch_id, level, ordinal_from, count, firsts, counts, kinds, statuses, befores, holders, reasons, totals)
    values (${batchId}, ${level}, ${ordinalFrom}, ${count}, ${listed(firsts)}, ${listed(counts)}, ${listed(kinds)}, ${statuses}::text[],
      ${befores}::text[], ${holders}::bigint[], ${reasons}::text[], ${totals}::bigint[])
    on conflict on constraint code_block_pkey do update set count = excluded.count, firsts = excluded.firsts, counts = excluded.counts,
      kinds = excluded.kinds, statuses = excluded.statuses, befores = excluded.befores, holders = excluded.holders,
      reasons = excluded.reasons, totals = excluded.totals`.execute(db);
};

/** Packs the densest stretches above the row limit. */
async function packWhereMany(db: Db, batchId: number, level: number, { runs: most, block: size }: Limits) {
  // a run across the end of a stretch leaves a row outside it, so one pass may not be enough
  for (;;) {
    const { rows: counted } = await sql<{ rows: number }>`select count(*) as rows from (select from code_segment
      where batch_id = ${batchId} and level = ${level} limit ${most + 1}) counted`.execute(db);
    if (counted[0]!.rows <= most) return;
    const { rows: stretches } = await sql<{ at: number; runs: number }>`
      select ordinal_from / ${size}::bigint * ${size}::bigint as at, count(*) as runs from code_segment
      where batch_id = ${batchId} and level = ${level} group by 1 order by runs desc, at`.execute(db);
    let left = stretches.reduce((sum, { runs }) => sum + runs, 0);
    for (const { at, runs } of stretches) {
      if (left <= most / 2) break;
      await packStretch(db, batchId, level, { from: at, count: size });
      left -= runs;
    }
  }
}

/** A stretch at the end of a batch, or next to a block, may be short. */
async function packStretch(db: Db, batchId: number, level: number, stretch: Ordinals) {
  const { segments } = await load(db, batchId, level, [stretch]);
  const canvas: Canvas = { batchId, level, segments, blocks: [] };
  const inside = joined(within(segments, [stretch]));
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return;
  const past = stretch.from + stretch.count;
  const outside = segments.flatMap((piece) => [
    ...within([piece], [{ from: piece.from, count: Math.max(0, stretch.from - piece.from) }]),
    ...within([piece], [{ from: past, count: Math.max(0, piece.from + piece.count - past) }]),
  ]);
  await replace(db, canvas, outside);
  await writeBlock(db, batchId, level, packed({ from: first.from, count: last.from + last.count - first.from }, inside));
}
