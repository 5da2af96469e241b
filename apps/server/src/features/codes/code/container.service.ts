import { levelAbove, levelBelow } from '@suyuan/codes';
import type { Db } from '../../../platform/db/db.ts';
import * as queries from './container.queries.ts';
import { groupRuns, normalizeRuns, type Ordinals, type Run, without } from './ordinal-runs.ts';
import { countCodes } from './segment.queries.ts';

const contentRange = ({ from, count }: Ordinals, size: number): Ordinals => ({ from: from * size, count: count * size });
const containerRange = ({ from, count }: Ordinals, size: number): Ordinals => {
  const first = Math.floor(from / size);
  return { from: first, count: Math.floor((from + count - 1) / size) - first + 1 };
};

export async function directContentOf(db: Db, { batchId, level, ...run }: Run): Promise<Run[]> {
  const nesting = (await queries.listNestings(db, [batchId])).get(batchId);
  if (!nesting?.nested || level === 0) return [];
  const packed = await queries.listPackedInto(db, batchId, level, [run]);
  const children = [...(await contentByRatio(db, nesting, level, [run])), ...packed];
  return children.map((one) => ({ batchId: one.batchId, level: one.level, from: one.from, count: one.count }));
}

/** All levels, without the containers themselves. Follows the packaging ratio unless a scanned list overrides it. */
export async function contentOf(db: Db, containers: readonly Run[]): Promise<Run[]> {
  const content: Run[] = [];
  let pending = containers.filter(({ level }) => level > 0);
  // children have a lower level than their container, so one pass per level is enough
  for (let level = 3; level > 0; level--) {
    for (const { batchId, ordinals, nesting } of await groupsWithContainers(db, level, pending)) {
      const children = [
        ...(await contentByRatio(db, nesting, level, ordinals)),
        ...(await queries.listPackedInto(db, batchId, level, ordinals)),
      ];
      const runs = children.map((run): Run => ({ batchId: run.batchId, level: run.level, from: run.from, count: run.count }));
      content.push(...runs);
      pending = [...pending, ...runs];
    }
  }
  return groupRuns(content).flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
}

/** Only batches with containers. */
async function groupsWithContainers(db: Db, level: number, runs: readonly Run[]) {
  const groups = groupRuns(runs.filter((run) => run.level === level));
  const nestings = await queries.listNestings(
    db,
    groups.map(({ batchId }) => batchId),
  );
  return groups.flatMap(({ batchId, ordinals }) => {
    const nesting = nestings.get(batchId);
    return nesting?.nested ? [{ batchId, ordinals, nesting }] : [];
  });
}

async function contentByRatio(
  db: Db,
  { batchId, packaging }: queries.Nesting,
  level: number,
  containers: readonly Ordinals[],
): Promise<Run[]> {
  const size = packaging?.[level - 1];
  if (!packaging || !size) return [];
  const childLevel = levelBelow(packaging, level);
  const last = await countCodes(db, batchId, childLevel);
  const contentRanges = containers
    .map((run) => contentRange(run, size))
    .map(({ from, count }) => ({ from, count: Math.min(count, last - from) }))
    .filter(({ count }) => count > 0);
  const deviations = await queries.listPacks(db, batchId, childLevel, contentRanges);
  return without(contentRanges, deviations).map((run) => ({ batchId, level: childLevel, ...run }));
}

/** Up to the outermost. */
export async function containersOf(db: Db, runs: readonly Run[]): Promise<Run[]> {
  const containers: Run[] = [];
  let pending = [...runs];
  for (let level = 0; level < 3; level++) {
    for (const { batchId, ordinals, nesting } of await groupsWithContainers(db, level, pending)) {
      const packs = await queries.listPacks(db, batchId, level, ordinals);
      const parents = packs.flatMap(({ parentBatchId, parentLevel, parentOrdinal }): Run[] =>
        parentBatchId === null ? [] : [{ batchId: parentBatchId, level: parentLevel!, from: parentOrdinal!, count: 1 }],
      );
      const containerLevel = nesting.packaging && levelAbove(nesting.packaging, level);
      if (containerLevel)
        parents.push(
          ...without(ordinals, packs).map((run) => ({
            batchId,
            level: containerLevel,
            ...containerRange(run, nesting.packaging![containerLevel - 1]!),
          })),
        );
      containers.push(...parents);
      pending = [...pending, ...parents];
    }
  }
  return groupRuns(containers).flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
}

/** Containers of the same batch whose whole content is within the runs. Excludes containers changed by a scanned list. */
export async function containersWithin(db: Db, batchId: number, level: number, runs: readonly Ordinals[]): Promise<Run[]> {
  const nesting = (await queries.listNestings(db, [batchId])).get(batchId);
  const sizes = nesting?.packaging;
  const within: Run[] = [];
  if (!sizes) return within;
  let [childLevel, ordinals] = [level, [...runs]];
  for (
    let containerLevel = levelAbove(sizes, childLevel);
    containerLevel !== undefined && ordinals.length > 0;
    containerLevel = levelAbove(sizes, childLevel)
  ) {
    const size = sizes[containerLevel - 1]!;
    const last = await countCodes(db, batchId, childLevel);
    const changedContainers = (await queries.listPacks(db, batchId, childLevel, ordinals)).map((run) => containerRange(run, size));
    const fullContainers = ordinals.flatMap(({ from, count }) => {
      const first = Math.ceil(from / size);
      // the last container of a batch may be partly filled
      const end = from + count >= last ? Math.ceil(last / size) : Math.floor((from + count) / size);
      return end > first ? [{ from: first, count: end - first }] : [];
    });
    const extendedContainers = (await queries.listPackedInto(db, batchId, containerLevel, fullContainers)).map((row) => ({
      from: row.parentOrdinal ?? 0,
      count: 1,
    }));
    ordinals = without(fullContainers, normalizeRuns([...changedContainers, ...extendedContainers]));
    within.push(...ordinals.map((run) => ({ batchId, level: containerLevel, ...run })));
    childLevel = containerLevel;
  }
  return within;
}

/** Null if the packaging does not define it. */
export async function capacityOf(db: Db, batchId: number, level: number): Promise<number | null> {
  const sizes = (await queries.listNestings(db, [batchId])).get(batchId)?.packaging;
  return sizes?.[level - 1] || null;
}
