import { ssccCapacity, ssccOf } from '@suyuan/codes';
import { refusing } from '../../../platform/db/constraint.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { CodePlace } from './code-at.queries.ts';
import * as queries from './sscc.queries.ts';

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
export async function give(db: Db, prefix: string, containers: Containers) {
  const { batchId, level, from, count } = containers;
  const gaps: { ordinalFrom: number; count: number }[] = [];
  let at = from;
  for (const given of [...(await queries.list(db, containers)), { ordinalFrom: from + count, count: 0 }]) {
    if (given.ordinalFrom > at) gaps.push({ ordinalFrom: at, count: given.ordinalFrom - at });
    at = Math.max(at, given.ordinalFrom + given.count);
  }
  const wanted = gaps.reduce((sum, gap) => sum + gap.count, 0);
  if (wanted === 0) return;
  let { nextSerial: serialFrom } = await queries.lockPrefix(db, prefix);
  const left = Math.max(0, ssccCapacity(prefix) - serialFrom);
  if (left < wanted) throw new Problem('ssccsUsedUp', { field: 'to', prefix, left, count: wanted });
  await queries.advance(db, prefix, serialFrom + wanted);
  for (const gap of gaps) {
    const row = { batchId, level, prefix, ...gap, serialFrom };
    await refusing({ sscc_range_number_excl: 'ssccPrefixOverlaps' }, { prefix }, queries.insert(db, row));
    serialFrom += gap.count;
  }
}

export { list as rangesOf } from './sscc.queries.ts';

/** Null for a unit and for a container without an SSCC. */
export async function ssccsAt(db: Db, places: readonly CodePlace[]): Promise<(string | null)[]> {
  const rows = places.some(({ level }) => level > 0) ? await queries.listAt(db, places) : [];
  const texts = new Map(rows.map(({ asked, prefix, serial }) => [asked, ssccOf(prefix, serial)]));
  return places.map((_, asked) => texts.get(asked) ?? null);
}

/** By ordinal, only of containers that have one. */
export async function ssccsOf(db: Db, containers: Containers): Promise<ReadonlyMap<number, string>> {
  const { from, count } = containers;
  const texts = new Map<number, string>();
  for (const given of await queries.list(db, containers)) {
    const past = Math.min(from + count, given.ordinalFrom + given.count);
    for (let ordinal = Math.max(from, given.ordinalFrom); ordinal < past; ordinal++)
      texts.set(ordinal, ssccOf(given.prefix, given.serialFrom + ordinal - given.ordinalFrom));
  }
  return texts;
}
