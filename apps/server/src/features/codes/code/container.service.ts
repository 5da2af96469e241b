import { levelAbove, levelBelow } from '@suyuan/codes';
import { codeLevels } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import * as queries from './container.queries.ts';
import {
  groupRuns,
  intersectCodes,
  intersectRuns,
  normalizeRuns,
  type Ordinals,
  overlapping,
  type Run,
  rowsAround,
  sizeOf,
  subtractCodes,
  without,
} from './ordinal-runs.ts';
import { countCodes } from './segment.queries.ts';
import { loadRuns, stateRunsOf } from './stored-runs.queries.ts';

const contentRange = ({ from, count }: Ordinals, size: number): Ordinals => ({ from: from * size, count: count * size });
const containerRange = ({ from, count }: Ordinals, size: number): Ordinals => {
  const first = Math.floor(from / size);
  return { from: first, count: Math.floor((from + count - 1) / size) - first + 1 };
};

/** All levels, without the containers themselves. Follows the packaging ratio unless a scanned list overrides it. */
export const contentOf = async (db: Db, containers: readonly Run[]): Promise<Run[]> => (await contentOfEach(db, [containers]))[0]!;

/** As `contentOf`, by list. The number of queries does not depend on the number of lists. */
export async function contentOfEach(db: Db, lists: readonly (readonly Run[])[]): Promise<Run[][]> {
  const contents: Run[][] = lists.map(() => []);
  // children have a lower level than their container, so one pass per level is enough
  for (let level = 3; level > 0; level--) {
    const pending = lists.map((containers, index) => [...containers, ...contents[index]!]);
    for (const [index, children] of (await childrenOfEach(db, level, pending)).entries()) contents[index]!.push(...children);
  }
  return contents.map((content) =>
    groupRuns(content).flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run }))),
  );
}

export const directContentOf = (db: Db, container: Run) => childrenOf(db, container.level, [container]);

/** Direct content of the containers of one level. */
const childrenOf = async (db: Db, level: number, containers: readonly Run[]): Promise<Run[]> =>
  (await childrenOfEach(db, level, [containers]))[0]!;

async function childrenOfEach(db: Db, level: number, lists: readonly (readonly Run[])[]): Promise<Run[][]> {
  const groupsByList = lists.map((containers) => groupRuns(containers.filter((run) => run.level === level)));
  const children: Run[][] = lists.map(() => []);
  for (const { batchId, ordinals, nesting } of await groupsWithContainers(db, level, lists.flat())) {
    const packs = (await queries.listPackedInto(db, batchId, level, ordinals))
      .map((pack) => ({ from: pack.parentOrdinal!, count: 1, pack }))
      .toSorted((one, other) => one.from - other.from);
    const size = nesting.packaging?.[level - 1] ?? 0;
    const byRatio = await contentByRatio(db, nesting, level, ordinals);
    for (const [index, groups] of groupsByList.entries()) {
      const containers = groups.find((group) => group.batchId === batchId)?.ordinals ?? [];
      const contentRanges = containers.map((run) => contentRange(run, size));
      children[index]!.push(
        ...intersectRuns(rowsAround(byRatio.ordinals, contentRanges), contentRanges).map((run) => ({
          batchId,
          level: byRatio.level,
          ...run,
        })),
      );
      for (const { pack } of overlapping(rowsAround(packs, containers), containers))
        children[index]!.push({ batchId: pack.batchId, level: pack.level, from: pack.from, count: pack.count });
    }
  }
  return children;
}

/** Only batches with containers. */
async function groupsWithContainers(db: Db, level: number, runs: readonly Run[]) {
  const groups = groupRuns(runs.filter((run) => run.level === level));
  if (groups.length === 0) return [];
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
): Promise<{ level: number; ordinals: Ordinals[] }> {
  const size = packaging?.[level - 1];
  if (!packaging || !size) return { level: 0, ordinals: [] };
  const childLevel = levelBelow(packaging, level);
  const last = await countCodes(db, batchId, childLevel);
  const contentRanges = containers
    .map((run) => contentRange(run, size))
    .map(({ from, count }) => ({ from, count: Math.min(count, last - from) }))
    .filter(({ count }) => count > 0);
  const deviations = await queries.listPacks(db, batchId, childLevel, contentRanges);
  return { level: childLevel, ordinals: without(contentRanges, deviations) };
}

/** Up to the outermost. */
export async function containersOf(db: Db, runs: readonly Run[]): Promise<Run[]> {
  const containers: Run[] = [];
  let pending = [...runs];
  for (let level = 0; level < 3; level++) {
    const parents = await parentsOf(db, level, pending);
    containers.push(...parents);
    pending = [...pending, ...parents];
  }
  return groupRuns(containers).flatMap(({ batchId, level, ordinals }) => ordinals.map((run) => ({ batchId, level, ...run })));
}

/** Containers directly around the codes of one level. */
async function parentsOf(db: Db, level: number, runs: readonly Run[]): Promise<Run[]> {
  const parents: Run[] = [];
  for (const { batchId, ordinals, nesting } of await groupsWithContainers(db, level, runs)) {
    const packs = await queries.listPacks(db, batchId, level, ordinals);
    for (const { parentBatchId, parentLevel, parentOrdinal } of packs)
      if (parentBatchId !== null) parents.push({ batchId: parentBatchId, level: parentLevel!, from: parentOrdinal!, count: 1 });
    const containerLevel = nesting.packaging && levelAbove(nesting.packaging, level);
    const size = containerLevel && nesting.packaging![containerLevel - 1]!;
    if (size) for (const run of without(ordinals, packs)) parents.push({ batchId, level: containerLevel, ...containerRange(run, size) });
  }
  return parents;
}

/**
 * Codes among `runs`, and containers around them, that leave their container when `runs` move: other units stay in it that are not void.
 * A container whose units all move goes with them.
 * @param holder units of this dealer also count as moved. Null: units in the own store. Absent: no others
 */
export async function listLeaving(db: Db, runs: readonly Run[], holder?: number | null): Promise<Run[]> {
  const leaving: Run[] = [];
  let pending = [...runs];
  let moving = [...runs, ...(await contentOf(db, runs))];
  for (let level = 0; level < 3; level++) {
    const containers = subtractCodes(await parentsOf(db, level, pending), moving);
    const otherUnits = subtractCodes(unitsOf(await contentOf(db, containers)), moving);
    const stayingUnits = await usableUnits(db, otherUnits, holder);
    const stayingContainers = intersectCodes(containers, await containersOf(db, stayingUnits));
    const stayingContent = (await Promise.all(codeLevels.map((upperLevel) => childrenOf(db, upperLevel, stayingContainers)))).flat();
    const atLevel = pending.filter((run) => run.level === level);
    leaving.push(...intersectCodes(atLevel, stayingContent));
    const whole = subtractCodes(containers, stayingContainers);
    pending = [...pending, ...whole];
    moving = [...moving, ...whole];
  }
  return leaving;
}

const unitsOf = (runs: readonly Run[]) => runs.filter(({ level }) => level === 0);

/** Neither void nor with `holder`. */
async function usableUnits(db: Db, runs: readonly Run[], holder?: number | null): Promise<Run[]> {
  const units: Run[] = [];
  for (const { batchId, level, ordinals } of groupRuns(runs))
    for (const { from, count, status, holderId } of stateRunsOf(await loadRuns(db, batchId, level, ordinals), ordinals))
      if (status !== 'void' && holderId !== holder) units.push({ batchId, level, from, count });
  return units;
}

/** Units among the runs and in their containers, without void ones. */
export async function countUnits(db: Db, runs: readonly Run[]): Promise<number> {
  return sizeOf(await usableUnits(db, unitsOf([...runs, ...(await contentOf(db, runs))])));
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
