import type { Sizes } from '@suyuan/codes';
import type { CodeStatus } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { mergeNearbyRuns, normalizeRuns, type Ordinals, overlapping, type Run } from './ordinal-runs.ts';

/** `serialFrom` belongs to the first container. */
export interface SsccRange {
  ordinalFrom: number;
  count: number;
  prefix: string;
  serialFrom: number;
}

/** In order. Ordinals from 0. */
export const list = (
  db: Db,
  { batchId, level, from, count }: { batchId: number; level: number; from: number; count: number },
): Promise<SsccRange[]> =>
  db
    .selectFrom('ssccRange')
    .select(['ordinalFrom', 'count', 'prefix', 'serialFrom'])
    .where('batchId', '=', batchId)
    .where('level', '=', level)
    .where('ordinalFrom', '<', from + count)
    .where(sql<boolean>`ordinal_from + count > ${from}`)
    .orderBy('ordinalFrom')
    .execute();

/** A container without an SSCC has no row. */
export async function listAt(db: Db, places: readonly { batchId: number; level: number; ordinal: number }[]) {
  const { rows } = await sql<{ index: number; prefix: string; serial: number }>`
    select place.index::int - 1 as index, assigned.prefix, assigned.serial_from + place.ordinal - assigned.ordinal_from as serial
    from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ ordinal }) => ordinal)}::bigint[]) with ordinality as place (batch_id, level, ordinal, index)
    join sscc_range assigned on assigned.batch_id = place.batch_id and assigned.level = place.level
      and assigned.ordinal_from <= place.ordinal and place.ordinal < assigned.ordinal_from + assigned.count`.execute(db);
  return rows;
}

/** Locks the prefix until the transaction ends. */
export async function lockPrefix(db: Db, prefix: string) {
  await db
    .insertInto('ssccPrefix')
    .values({ prefix })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('ssccPrefix').select('nextSerial').where('prefix', '=', prefix).forUpdate().executeTakeFirstOrThrow();
}

export const advance = (db: Db, prefix: string, nextSerial: number) =>
  db.updateTable('ssccPrefix').set({ nextSerial }).where('prefix', '=', prefix).execute();

export const insert = (
  db: Db,
  row: { batchId: number; level: number; ordinalFrom: number; count: number; prefix: string; serialFrom: number },
) => db.insertInto('ssccRange').values(row).execute();

const starts = (runs: readonly Ordinals[]) => sql`${runs.map(({ from }) => from)}::bigint[]`;
const ends = (runs: readonly Ordinals[]) => sql`${runs.map(({ from, count }) => from + count)}::bigint[]`;

export interface Nesting {
  batchId: number;
  packaging: Sizes | null;
  nested: boolean;
}

export async function listNestings(db: Db, batchIds: readonly number[]): Promise<Map<number, Nesting>> {
  const rows = await db
    .selectFrom('batch')
    .select(['batchId', 'packaging', 'nested'])
    .where(sql<boolean>`batch_id = any(${batchIds}::bigint[])`)
    .execute();
  // the table ensures three sizes
  return new Map(rows.map((row) => [row.batchId, row as Nesting]));
}

/** A run whose container deviates from the packaging ratio. */
export interface PackRow extends Ordinals {
  batchId: number;
  level: number;
  /** All null: in no container. */
  parentBatchId: number | null;
  parentLevel: number | null;
  parentOrdinal: number | null;
}

const columns = sql`p.batch_id, p.level, p.ordinal_from as "from", p.count, p.parent_batch_id, p.parent_level, p.parent_ordinal`;

/** Gap between runs that are read together, and maximum number of reads. More are one read of all between the first and the last. */
const [MAX_GAP, MAX_SPANS] = [256, 64];

/** Runs that overlap `runs`, unclipped, in order. One read per code would be slow until PostgreSQL has analyzed the table. */
export async function listPacks(db: Db, batchId: number, level: number, runs: readonly Ordinals[]): Promise<PackRow[]> {
  const nearbyRuns = mergeNearbyRuns(runs, MAX_GAP);
  const spans = nearbyRuns.length > MAX_SPANS ? mergeNearbyRuns(runs, Number.POSITIVE_INFINITY) : nearbyRuns;
  const { rows } = await sql<PackRow>`
    select distinct on (p.ordinal_from) ${columns} from unnest(${starts(spans)}, ${ends(spans)}) as r(first, past) cross join lateral (
      (select * from code_pack where batch_id = ${batchId} and level = ${level} and ordinal_from < r.first order by ordinal_from desc limit 1)
      union all
      select * from code_pack where batch_id = ${batchId} and level = ${level} and ordinal_from >= r.first and ordinal_from < r.past
    ) p order by p.ordinal_from`.execute(db);
  return overlapping(rows, normalizeRuns(runs));
}

/** Runs that scanned lists put into containers. */
export async function listPackedInto(db: Db, batchId: number, level: number, runs: readonly Ordinals[]): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    select ${columns} from unnest(${starts(runs)}, ${ends(runs)}) as r(first, past)
    join code_pack p on p.parent_batch_id = ${batchId} and p.parent_level = ${level} and p.parent_ordinal >= r.first and p.parent_ordinal < r.past
    order by p.batch_id, p.level, p.ordinal_from`.execute(db);
  return rows;
}

/** The caller holds the locks of the batches. */
export async function replacePacks(db: Db, batchId: number, level: number, removedRows: readonly PackRow[], rows: readonly PackRow[]) {
  if (removedRows.length > 0)
    await sql`delete from code_pack where batch_id = ${batchId} and level = ${level}
      and ordinal_from = any(${removedRows.map(({ from }) => from)}::bigint[])`.execute(db);
  if (rows.length > 0)
    await sql`
      insert into code_pack (batch_id, level, ordinal_from, count, parent_batch_id, parent_level, parent_ordinal)
      select ${batchId}::bigint, ${level}::smallint, * from unnest(${rows.map(({ from }) => from)}::bigint[], ${rows.map(({ count }) => count)}::bigint[],
        ${rows.map(({ parentBatchId }) => parentBatchId)}::bigint[], ${rows.map(({ parentLevel }) => parentLevel)}::smallint[],
        ${rows.map(({ parentOrdinal }) => parentOrdinal)}::bigint[])`.execute(db);
}

/** Codes of these batches require a lookup of containers from now on. */
export const markNested = (db: Db, batchIds: readonly number[]) =>
  db
    .updateTable('batch')
    .set({ nested: true })
    .where(sql<boolean>`batch_id = any(${batchIds}::bigint[])`)
    .where('nested', '=', false)
    .execute();

/** The nearest has depth 1. */
export interface Link {
  ordinalOf: number;
  depth: number;
  batchId: number;
  level: number;
  ordinal: number;
}

/** By ordinal and depth. */
export async function listChains(db: Db, batchId: number, level: number, ordinals: readonly number[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select a.ordinal as ordinal_of, c.depth, c.batch_id, c.level, c.ordinal from unnest(${ordinals}::bigint[]) as a(ordinal)
    cross join lateral code_chain(${batchId}::bigint, ${level}::int, a.ordinal) c order by a.ordinal, c.depth`.execute(db);
  return rows;
}

/** Runs that a container makes frozen, recalled or void, in order. The most severe status applies. */
export async function listOverlays(db: Db, batchId: number, level: number): Promise<(Ordinals & { status: CodeStatus })[]> {
  const { rows } = await sql<Ordinals & { status: CodeStatus }>`
    select lower(ordinals) as "from", upper(ordinals) - lower(ordinals) as count, status
    from code_over(${batchId}, ${level}) order by 1`.execute(db);
  return rows;
}

/** Runs whose own status is frozen, recalled or void, in order. */
export async function listStopped(db: Db, batchId: number, level: number): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select batch_id, level, ordinal_from as "from", count from code_run
    where batch_id = ${batchId} and level = ${level} and status in ('frozen', 'recalled', 'void') order by ordinal_from`.execute(db);
  return rows;
}

export async function hasStopped(db: Db, batchId: number, level: number): Promise<boolean> {
  const { rows } = await sql`
    select from code_run where batch_id = ${batchId} and level = ${level} and status in ('frozen', 'recalled', 'void') limit 1`.execute(db);
  return rows.length > 0;
}
