import { batches, type CodeStatus, type CodeStep, codeLifeCycle, codes } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { type Canvas, load, look, paint } from './canvas.queries.ts';
import { containersOf, containersWithin, contentOf } from './container.service.ts';
import type { Kind, Piece } from './piece.ts';
import { grouped, type Ordinals, type Run, sizeOf, tidy, without } from './run.ts';
import { laidOver, listOver } from './standing.service.ts';

export interface Stroke {
  /** The new holder. Null: nobody. Absent: unchanged, but nobody after a return. */
  holder?: number | null | undefined;
  /** Stored with frozen, recalled or void codes. */
  reason?: string | null | undefined;
}

export interface Painted {
  /** Changed units, including those in containers. */
  units: number;
  /** The selected runs. */
  runs: Run[];
  content: Run[];
}

/** Container statuses that the content inherits, most severe first. */
const graves = ['void', 'recalled', 'frozen'] as const satisfies readonly CodeStatus[];
const isGrave = (status: CodeStatus) => (graves as readonly CodeStatus[]).includes(status);

/**
 * Steps stored only on the container and inherited by its content. All others also write the content, so that stock is counted over units.
 */
const staying: readonly CodeStep[] = ['freeze', 'unfreeze', 'recall', 'void'];

/** Steps that take codes out of their container, which never follows. */
const leaving: readonly CodeStep[] = ['pack', 'unpack'];

/** Unit statuses in a container that block a step on it. Other ineligible units, such as void ones, stay unchanged. */
const stopping: { [Step in CodeStep]?: readonly CodeStatus[] } = {
  ship: ['issued', 'printed', 'frozen', 'recalled'],
  sell: ['issued', 'printed', 'activated', 'packed', 'frozen', 'recalled'],
  takeBack: ['issued', 'printed', 'activated', 'packed'],
};

const activated: readonly CodeStatus[] = ['activated', 'packed', 'shipped', 'sold'];

/**
 * Applies a step to codes and to the content of containers. The caller holds the locks of all affected batches and has validated their
 * states.
 * @throws rangeOverlaps if a part is already activated, rangeStateWrong with the first blocking run, codeHeldByContainer
 */
export async function paintRuns(db: Db, runs: readonly Run[], step: CodeStep, stroke: Stroke = {}): Promise<Painted> {
  const named = grouped(runs);
  const inside = await contentOf(db, runs);
  const content = grouped(inside).map((group) => ({ ...group, ordinals: without(group.ordinals, ordinalsOf(named, group)) }));
  const around = [...staying, ...leaving].includes(step) ? [] : grouped(await wholeContainers(db, named));
  const whole = around.map((group) => ({ ...group, ordinals: without(group.ordinals, ordinalsOf(named, group)) }));

  if (!staying.includes(step)) await evaluateContainers(db, runs, step);
  const change = changeOf(step, stroke);
  let units = 0;
  for (const { batchId, level, ordinals } of named) {
    const canvas = await load(db, batchId, level, ordinals);
    judge(step, level, look(canvas, ordinals));
    units += await put(db, canvas, ordinals, level === 0 ? change : changeOf(step, stroke, true));
  }
  if (staying.includes(step)) return { units: units + unitsIn(content), runs: [...runs], content: inside };
  for (const { batchId, level, ordinals } of [...content, ...whole]) {
    const canvas = await load(db, batchId, level, ordinals);
    const stop = level === 0 && look(canvas, ordinals).find(({ status }) => stopping[step]?.includes(status));
    if (stop) throw refusal(step, stop);
    units += await put(db, canvas, ordinals, level === 0 ? change : changeOf(step, stroke, true));
  }
  return { units, runs: [...runs], content: inside };
}

/** Own states, without the effect of batch and containers. */
export async function piecesOf(db: Db, { batchId, level }: Pick<Run, 'batchId' | 'level'>, runs: readonly Ordinals[]): Promise<Piece[]> {
  const tidied = tidy(runs);
  return look(await load(db, batchId, level, tidied), tidied);
}

/** States with the effect of containers. The caller applies the state of the batch. */
export async function effectivePiecesOf(db: Db, of: Pick<Run, 'batchId' | 'level'>, runs: readonly Ordinals[]): Promise<Piece[]> {
  return laidOver(await piecesOf(db, of, runs), await listOver(db, of.batchId, of.level));
}

/** Applies a step to the eligible codes. @throws rangeOverlaps, rangeStateWrong if no unit is eligible, unless `lenient` */
export async function paintWhatCan(db: Db, { batchId, level, ...run }: Run, step: CodeStep, lenient = false) {
  const canvas = await load(db, batchId, level, [run]);
  const pieces = look(canvas, [run]);
  const allowed: readonly CodeStatus[] = codeLifeCycle[step].from;
  if (!lenient && level === 0 && !pieces.some(({ status }) => allowed.includes(status))) judge(step, level, pieces);
  await put(db, canvas, [run], changeOf(step, {}));
}

type Group = ReturnType<typeof grouped>[number];

const ordinalsOf = (groups: readonly Group[], { batchId, level }: Pick<Group, 'batchId' | 'level'>): Ordinals[] =>
  groups.find((group) => group.batchId === batchId && group.level === level)?.ordinals ?? [];

const unitsIn = (groups: readonly Group[]) =>
  groups.filter(({ level }) => level === 0).reduce((sum, { ordinals }) => sum + sizeOf(ordinals), 0);

async function wholeContainers(db: Db, groups: readonly Group[]): Promise<Run[]> {
  const found: Run[] = [];
  for (const { batchId, level, ordinals } of groups) found.push(...(await containersWithin(db, batchId, level, ordinals)));
  return found;
}

/** Returns the number of changed units. */
async function put(db: Db, canvas: Canvas, ordinals: readonly Ordinals[], change: (kind: Kind) => Kind): Promise<number> {
  if (ordinals.length === 0) return 0;
  const changed = look(canvas, ordinals).filter((piece) => !isSame(piece, change(piece)));
  if (changed.length > 0) await paint(db, canvas, ordinals, change);
  return canvas.level === 0 ? sizeOf(changed) : 0;
}

const isSame = (one: Kind, other: Kind) =>
  one.status === other.status && one.statusBefore === other.statusBefore && one.holderId === other.holderId && one.reason === other.reason;

/** Containers can ship or return from any early status, unless they are stopped. */
function changeOf(step: CodeStep, { holder, reason = null }: Stroke, isContainer = false): (kind: Kind) => Kind {
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
    return { status: to, statusBefore: to === 'frozen' ? kind.status : null, holderId, reason: isGrave(to) ? reason : null };
  };
}

/** @throws rangeOverlaps, rangeStateWrong with the first blocking run */
function judge(step: CodeStep, level: number, pieces: readonly Piece[]) {
  const { from } = codeLifeCycle[step];
  const allowed: readonly CodeStatus[] = from;
  // the progress of a container depends on its content
  const stop = pieces.find(({ status }) => (level === 0 || staying.includes(step) ? !allowed.includes(status) : isGrave(status)));
  if (stop) throw refusal(step, stop);
}

/** @throws codeHeldByContainer if a container around the runs is frozen, recalled or void */
export async function evaluateContainers(db: Db, runs: readonly Run[], step: CodeStep) {
  const first = runs[0];
  if (first) await assertSound(db, await containersOf(db, runs), step, first);
}

/** @throws codeHeldByContainer if one of `containers` is frozen, recalled or void */
export async function assertSound(db: Db, containers: readonly Run[], step: CodeStep, { from, count }: Ordinals) {
  for (const { batchId, level, ordinals } of grouped(containers)) {
    const grave = look(await load(db, batchId, level, ordinals), ordinals).find(({ status }) => isGrave(status));
    if (!grave) continue;
    const [status, word] = [codes.word(`status.${grave.status}`), batches.word(`step.${step}`)];
    throw new Problem('codeHeldByContainer', { field: 'from', from: from + 1, to: from + count, status, step: word });
  }
}

function refusal(step: CodeStep, { from, count, status }: Piece) {
  const range = { from: from + 1, to: from + count, field: 'from' };
  if (step === 'activate' && activated.includes(status)) return new Problem('rangeOverlaps', range);
  return new Problem('rangeStateWrong', { ...range, status: codes.word(`status.${status}`), step: batches.word(`step.${step}`) });
}
