import { batches, type CodeStatus, type CodeStep, codeLifeCycle, codes, isStopped } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { Problem } from '../../../platform/problem.ts';
import { containersOf, containersWithin, contentOf } from './container.service.ts';
import { listOverlays, overlayStatuses } from './effective-state.service.ts';
import {
  type CodeState,
  clipRuns,
  groupRuns,
  intersectCodes,
  isSameState,
  normalizeRuns,
  type Ordinals,
  type Run,
  rowsAround,
  type StateRun,
  sizeOf,
  without,
} from './ordinal-runs.ts';
import { changeStates, loadRuns, type StoredRuns, stateRunsOf } from './stored-runs.queries.ts';

export interface StepOptions {
  /** The new holder. Null: the own store. Absent: unchanged, but the own store after a return. */
  holder?: number | null | undefined;
  /** Stored with frozen, recalled or void codes. */
  reason?: string | null | undefined;
}

export interface StepResult {
  /** Changed units, including those in containers. */
  units: number;
  /** The selected runs. */
  runs: Run[];
  content: Run[];
}

/**
 * Steps stored only on the container and inherited by its content. All others also write the content, so that stock is counted over units.
 */
const containerOnlySteps: readonly CodeStep[] = ['freeze', 'unfreeze', 'recall', 'void'];

/** Steps that take codes out of their container, which never follows. */
const repackingSteps: readonly CodeStep[] = ['pack', 'unpack'];

/** Unit statuses in a container that block a step on it. Other ineligible units, such as void ones, stay unchanged. */
const blockingStatuses: { [Step in CodeStep]?: readonly CodeStatus[] } = {
  ship: ['issued', 'printed', 'frozen', 'recalled'],
  sell: ['issued', 'printed', 'activated', 'packed', 'frozen', 'recalled'],
  takeBack: ['issued', 'printed', 'activated', 'packed'],
};

const activatedStatuses: readonly CodeStatus[] = ['activated', 'packed', 'shipped', 'sold'];

/**
 * Applies a step to codes and to the content of containers. The caller holds the locks of all affected batches and has validated their
 * states.
 * @throws rangeOverlaps if a part is already activated, rangeStateWrong with the first blocking run, codeHeldByContainer
 */
export async function applyStep(db: Db, runs: readonly Run[], step: CodeStep, options: StepOptions = {}): Promise<StepResult> {
  const groups = groupRuns(runs);
  const contentRuns = await contentOf(db, runs);
  const content = groupRuns(contentRuns).map((group) => ({ ...group, ordinals: without(group.ordinals, ordinalsOf(groups, group)) }));
  const fullContainers = [...containerOnlySteps, ...repackingSteps].includes(step) ? [] : groupRuns(await listFullContainers(db, groups));
  const otherContainers = fullContainers.map((group) => ({ ...group, ordinals: without(group.ordinals, ordinalsOf(groups, group)) }));

  if (!containerOnlySteps.includes(step)) await validateContainers(db, runs, step);
  const change = changeOf(step, options);
  let units = 0;
  for (const { batchId, level, ordinals } of groups) {
    const storedRuns = await loadRuns(db, batchId, level, ordinals);
    validateStates(step, level, stateRunsOf(storedRuns, ordinals));
    units += await writeChange(db, storedRuns, ordinals, level === 0 ? change : changeOf(step, options, true));
  }
  if (containerOnlySteps.includes(step)) return { units: units + unitsIn(content), runs: [...runs], content: contentRuns };
  for (const { batchId, level, ordinals } of [...content, ...otherContainers]) {
    const storedRuns = await loadRuns(db, batchId, level, ordinals);
    const blocker = level === 0 && stateRunsOf(storedRuns, ordinals).find(({ status }) => blockingStatuses[step]?.includes(status));
    if (blocker) throw stepProblem(step, blocker);
    units += await writeChange(db, storedRuns, ordinals, level === 0 ? change : changeOf(step, options, true));
  }
  return { units, runs: [...runs], content: contentRuns };
}

/** Names `field` of the request in a problem with codes, where it is not the start of a range. */
export const atField = <T>(field: string, result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    const isRange = error instanceof Problem && error.params.field === 'from';
    throw isRange ? new Problem(error.problem, { ...error.params, field }) : error;
  });

/** Own states, without the effect of batch and containers. */
export async function listStateRuns(
  db: Db,
  { batchId, level }: Pick<Run, 'batchId' | 'level'>,
  runs: readonly Ordinals[],
): Promise<StateRun[]> {
  const normalRuns = normalizeRuns(runs);
  return stateRunsOf(await loadRuns(db, batchId, level, normalRuns), normalRuns);
}

/** States with the effect of containers. The caller applies the state of the batch. */
export async function listEffectiveStateRuns(db: Db, of: Pick<Run, 'batchId' | 'level'>, runs: readonly Ordinals[]): Promise<StateRun[]> {
  return overlayStatuses(await listStateRuns(db, of, runs), await listOverlays(db, of.batchId, of.level));
}

/** States by list, with one read per batch and level. */
export async function listStateRunsOfEach(
  db: Db,
  lists: readonly (readonly Run[])[],
  readStates: typeof listStateRuns = listStateRuns,
): Promise<(StateRun & Run)[][]> {
  const groups: (Group & { stateRuns: StateRun[] })[] = [];
  for (const group of groupRuns(lists.flat())) groups.push({ ...group, stateRuns: await readStates(db, group, group.ordinals) });
  return lists.map((runs) =>
    groupRuns(runs).flatMap(({ batchId, level, ordinals }) => {
      const stateRuns = groups.find((group) => group.batchId === batchId && group.level === level)?.stateRuns ?? [];
      return clipRuns(rowsAround(stateRuns, ordinals), ordinals).map((stateRun) => ({ batchId, level, ...stateRun }));
    }),
  );
}

/** Applies a step to the eligible codes. @throws rangeOverlaps, rangeStateWrong if no unit is eligible and the options are strict */
export async function applyStepToEligible(db: Db, { batchId, level, ...run }: Run, step: CodeStep, isLenient = false) {
  const storedRuns = await loadRuns(db, batchId, level, [run]);
  const stateRuns = stateRunsOf(storedRuns, [run]);
  const allowed: readonly CodeStatus[] = codeLifeCycle[step].from;
  if (!isLenient && level === 0 && !stateRuns.some(({ status }) => allowed.includes(status))) validateStates(step, level, stateRuns);
  await writeChange(db, storedRuns, [run], changeOf(step, {}));
}

type Group = ReturnType<typeof groupRuns>[number];

const ordinalsOf = (groups: readonly Group[], { batchId, level }: Pick<Group, 'batchId' | 'level'>): Ordinals[] =>
  groups.find((group) => group.batchId === batchId && group.level === level)?.ordinals ?? [];

const unitsIn = (groups: readonly Group[]) =>
  groups.filter(({ level }) => level === 0).reduce((sum, { ordinals }) => sum + sizeOf(ordinals), 0);

async function listFullContainers(db: Db, groups: readonly Group[]): Promise<Run[]> {
  const containers: Run[] = [];
  for (const { batchId, level, ordinals } of groups) containers.push(...(await containersWithin(db, batchId, level, ordinals)));
  return containers;
}

/** Returns the number of changed units. */
async function writeChange(
  db: Db,
  storedRuns: StoredRuns,
  ordinals: readonly Ordinals[],
  change: (kind: CodeState) => CodeState,
): Promise<number> {
  if (ordinals.length === 0) return 0;
  const changed = stateRunsOf(storedRuns, ordinals).filter((stateRun) => !isSameState(stateRun, change(stateRun)));
  if (changed.length > 0) await changeStates(db, storedRuns, ordinals, change);
  return storedRuns.level === 0 ? sizeOf(changed) : 0;
}

/** Containers can ship or return from any early status, unless they are stopped. */
function changeOf(step: CodeStep, { holder, reason = null }: StepOptions, isContainer = false): (kind: CodeState) => CodeState {
  const { from, to } = codeLifeCycle[step];
  const early: readonly CodeStatus[] = ['issued', 'printed', 'activated', 'packed'];
  const allowed: readonly CodeStatus[] = isContainer && (step === 'ship' || step === 'return') ? [...early, ...from] : from;
  const next = step === 'return' ? (holder ?? null) : holder;
  return (kind) => {
    // a code unpacked while frozen is no longer packed when unfrozen
    if (step === 'unpack' && kind.statusBefore === 'packed') return { ...kind, statusBefore: 'activated' };
    if (!allowed.includes(kind.status)) return kind;
    const holderId = next === undefined ? kind.holderId : next;
    if (to === undefined) return { status: kind.statusBefore ?? 'issued', statusBefore: null, holderId, reason: null };
    return { status: to, statusBefore: to === 'frozen' ? kind.status : null, holderId, reason: isStopped(to) ? reason : null };
  };
}

/** @throws rangeOverlaps, rangeStateWrong with the first blocking run */
function validateStates(step: CodeStep, level: number, stateRuns: readonly StateRun[]) {
  const { from } = codeLifeCycle[step];
  const allowed: readonly CodeStatus[] = from;
  // the progress of a container depends on its content
  const blocker = stateRuns.find(({ status }) =>
    level === 0 || containerOnlySteps.includes(step) ? !allowed.includes(status) : isStopped(status),
  );
  if (blocker) throw stepProblem(step, blocker);
}

/** @throws codeHeldByContainer if a container around the runs is frozen, recalled or void */
export const validateContainers = async (db: Db, runs: readonly Run[], step: CodeStep) =>
  assertContainersUsable(db, await containersOf(db, runs), step, runs);

/** @throws codeHeldByContainer with the first of `runs` in a container that is frozen, recalled or void */
export async function assertContainersUsable(db: Db, containers: readonly Run[], step: CodeStep, runs: readonly Run[]) {
  for (const { batchId, level, ordinals } of groupRuns(containers)) {
    const stopped = stateRunsOf(await loadRuns(db, batchId, level, ordinals), ordinals).find(({ status }) => isStopped(status));
    if (!stopped) continue;
    const content = await contentOf(db, [{ batchId, level, from: stopped.from, count: stopped.count }]);
    const { from, count } = intersectCodes(runs, content)[0] ?? runs[0]!;
    const [status, word] = [codes.word(`status.${stopped.status}`), batches.word(`step.${step}`)];
    throw new Problem('codeHeldByContainer', { field: 'from', from: from + 1, to: from + count, status, step: word });
  }
}

function stepProblem(step: CodeStep, { from, count, status }: StateRun) {
  const range = { from: from + 1, to: from + count, field: 'from' };
  if (step === 'activate' && activatedStatuses.includes(status)) return new Problem('rangeOverlaps', range);
  return new Problem('rangeStateWrong', { ...range, status: codes.word(`status.${status}`), step: batches.word(`step.${step}`) });
}
