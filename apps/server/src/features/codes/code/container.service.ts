import { levelAbove, levelBelow } from '@suyuan/codes';
import type { Db } from '../../../platform/db/database.types.ts';
import * as queries from './container.queries.ts';
import { grouped, type Ordinals, type Run, tidy, without } from './run.ts';
import { countCodes } from './segment.queries.ts';

const spread = ({ from, count }: Ordinals, size: number): Ordinals => ({ from: from * size, count: count * size });
const gathered = ({ from, count }: Ordinals, size: number): Ordinals => {
  const first = Math.floor(from / size);
  return { from: first, count: Math.floor((from + count - 1) / size) - first + 1 };
};

export async function directContentOf(db: Db, { batchId, level, ...run }: Run): Promise<Run[]> {
  const nesting = (await queries.listNestings(db, [batchId])).get(batchId);
  if (!nesting?.nested || level === 0) return [];
  const packed = await queries.listPackedInto(db, batchId, level, [run]);
  const inside = [...(await byRatio(db, nesting, level, [run])), ...packed];
  return inside.map((one) => ({ batchId: one.batchId, level: one.level, from: one.from, count: one.count }));
}

/** All levels, without the containers themselves. Follows the packaging ratio unless a scanned list overrides it. */
export async function contentOf(db: Db, containers: readonly Run[]): Promise<Run[]> {
  const content: Run[] = [];
  let open = containers.filter(({ level }) => level > 0);
  // children have a lower level than their container, so one pass per level is enough
  for (let level = 3; level > 0; level--) {
    for (const { batchId, ordinals, nesting } of await nestedAt(db, level, open)) {
      const inside = [...(await byRatio(db, nesting, level, ordinals)), ...(await queries.listPackedInto(db, batchId, level, ordinals))];
      const runs = inside.map((run): Run => ({ batchId: run.batchId, level: run.level, from: run.from, count: run.count }));
      content.push(...runs);
      open = [...open, ...runs];
    }
  }
  return grouped(content).flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
}

/** Only batches with containers. */
async function nestedAt(db: Db, level: number, runs: readonly Run[]) {
  const here = grouped(runs.filter((run) => run.level === level));
  const nestings = await queries.listNestings(
    db,
    here.map(({ batchId }) => batchId),
  );
  return here.flatMap(({ batchId, ordinals }) => {
    const nesting = nestings.get(batchId);
    return nesting?.nested ? [{ batchId, ordinals, nesting }] : [];
  });
}

async function byRatio(db: Db, { batchId, packaging }: queries.Nesting, level: number, containers: readonly Ordinals[]): Promise<Run[]> {
  const size = packaging?.[level - 1];
  if (!packaging || !size) return [];
  const below = levelBelow(packaging, level);
  const last = await countCodes(db, batchId, below);
  const spreads = containers
    .map((run) => spread(run, size))
    .map(({ from, count }) => ({ from, count: Math.min(count, last - from) }))
    .filter(({ count }) => count > 0);
  const elsewhere = await queries.listPacks(db, batchId, below, spreads);
  return without(spreads, elsewhere).map((run) => ({ batchId, level: below, ...run }));
}

/** Up to the outermost. */
export async function containersOf(db: Db, runs: readonly Run[]): Promise<Run[]> {
  const containers: Run[] = [];
  let open = [...runs];
  for (let level = 0; level < 3; level++) {
    for (const { batchId, ordinals, nesting } of await nestedAt(db, level, open)) {
      const packs = await queries.listPacks(db, batchId, level, ordinals);
      const around = packs.flatMap(({ parentBatchId, parentLevel, parentOrdinal }): Run[] =>
        parentBatchId === null ? [] : [{ batchId: parentBatchId, level: parentLevel!, from: parentOrdinal!, count: 1 }],
      );
      const above = nesting.packaging && levelAbove(nesting.packaging, level);
      if (above)
        around.push(
          ...without(ordinals, packs).map((run) => ({ batchId, level: above, ...gathered(run, nesting.packaging![above - 1]!) })),
        );
      containers.push(...around);
      open = [...open, ...around];
    }
  }
  return grouped(containers).flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
}

/** Containers of the same batch whose whole content is within the runs. Excludes containers changed by a scanned list. */
export async function containersWithin(db: Db, batchId: number, level: number, runs: readonly Ordinals[]): Promise<Run[]> {
  const nesting = (await queries.listNestings(db, [batchId])).get(batchId);
  const sizes = nesting?.packaging;
  const within: Run[] = [];
  if (!sizes) return within;
  let [here, ordinals] = [level, [...runs]];
  for (let above = levelAbove(sizes, here); above !== undefined && ordinals.length > 0; above = levelAbove(sizes, here)) {
    const size = sizes[above - 1]!;
    const last = await countCodes(db, batchId, here);
    const scanned = (await queries.listPacks(db, batchId, here, ordinals)).map((run) => gathered(run, size));
    const whole = ordinals.flatMap(({ from, count }) => {
      const first = Math.ceil(from / size);
      // the last container of a batch may be partly filled
      const past = from + count >= last ? Math.ceil(last / size) : Math.floor((from + count) / size);
      return past > first ? [{ from: first, count: past - first }] : [];
    });
    const joined = (await queries.listPackedInto(db, batchId, above, whole)).map((row) => ({ from: row.parentOrdinal ?? 0, count: 1 }));
    ordinals = without(whole, tidy([...scanned, ...joined]));
    within.push(...ordinals.map((run) => ({ batchId, level: above, ...run })));
    here = above;
  }
  return within;
}

/** Null if the packaging does not define it. */
export async function capacityOf(db: Db, batchId: number, level: number): Promise<number | null> {
  const sizes = (await queries.listNestings(db, [batchId])).get(batchId)?.packaging;
  return sizes?.[level - 1] || null;
}
