import { ssccCapacity, ssccOf } from '@suyuan/codes';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { CodePlace } from '../../../platform/db/layout.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './container.queries.ts';

/** Of a locked batch, ordinals from 0. */
interface Containers {
  batchId: number;
  level: number;
  from: number;
  count: number;
}

/**
 * Assigns SSCCs to containers without one. Serials continue across all batches and products of a prefix, because an SSCC must be unique.
 * @throws ssccsUsedUp, ssccPrefixOverlaps if a longer or shorter prefix has already produced the same numbers
 */
export async function assignSsccs(db: Db, prefix: string, containers: Containers) {
  const { batchId, level, from, count } = containers;
  const gaps: { ordinalFrom: number; count: number }[] = [];
  let next = from;
  for (const range of [...(await queries.list(db, containers)), { ordinalFrom: from + count, count: 0 }]) {
    if (range.ordinalFrom > next) gaps.push({ ordinalFrom: next, count: range.ordinalFrom - next });
    next = Math.max(next, range.ordinalFrom + range.count);
  }
  const missingCount = gaps.reduce((sum, gap) => sum + gap.count, 0);
  if (missingCount === 0) return;
  let { nextSerial: serialFrom } = await queries.lockPrefix(db, prefix);
  const left = Math.max(0, ssccCapacity(prefix) - serialFrom);
  if (left < missingCount) throw new Problem('ssccsUsedUp', { field: 'to', prefix, left, count: missingCount });
  await queries.advance(db, prefix, serialFrom + missingCount);
  for (const gap of gaps) {
    const row = { batchId, level, prefix, ...gap, serialFrom };
    await mapConstraintErrors({ sscc_range_number_excl: 'ssccPrefixOverlaps' }, { prefix }, queries.insert(db, row));
    serialFrom += gap.count;
  }
}

export { list as rangesOf } from './container.queries.ts';

/** Null for a unit and for a container without an SSCC. */
export async function ssccsAt(db: Db, places: readonly CodePlace[]): Promise<(string | null)[]> {
  const rows = places.some(({ level }) => level > 0) ? await queries.listAt(db, places) : [];
  const texts = new Map(rows.map(({ index, prefix, serial }) => [index, ssccOf(prefix, serial)]));
  return places.map((_, index) => texts.get(index) ?? null);
}

/** By ordinal, only of containers that have one. */
export async function ssccsOf(db: Db, containers: Containers): Promise<ReadonlyMap<number, string>> {
  const { from, count } = containers;
  const texts = new Map<number, string>();
  for (const range of await queries.list(db, containers)) {
    const end = Math.min(from + count, range.ordinalFrom + range.count);
    for (let ordinal = Math.max(from, range.ordinalFrom); ordinal < end; ordinal++)
      texts.set(ordinal, ssccOf(range.prefix, range.serialFrom + ordinal - range.ordinalFrom));
  }
  return texts;
}
