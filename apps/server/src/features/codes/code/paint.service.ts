import { batches, type CodeStatus, type CodeStep, codeLifeCycle, codes } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { type Canvas, load, look, paint } from './canvas.queries.ts';
import { containersOf, containersWithin, contentOf } from './container.service.ts';
import type { Kind, Piece } from './piece.ts';
import { grouped, type Ordinals, type Run, sizeOf, tidy, without } from './run.ts';
import { laidOver, listOver } from './standing.service.ts';

/** What an act writes beside the status. */
export interface Stroke {
  /** The dealer that has the codes from here on; null: nobody. Absent: unchanged, and nobody after a return. */
  holder?: number | null | undefined;
  /** Kept with what is frozen, recalled or void. */
  reason?: string | null | undefined;
}

/** What an act came to. */
export interface Painted {
  /** Units whose state it changed, those in containers included. */
  units: number;
  /** The runs that were named. */
  runs: Run[];
  /** The content of the containers among them. */
  content: Run[];
}

/** States of a container that are its content's too, for as long as it is in it; gravest first. */
const graves = ['void', 'recalled', 'frozen'] as const satisfies readonly CodeStatus[];
const isGrave = (status: CodeStatus) => (graves as readonly CodeStatus[]).includes(status);

/**
 * Acts that stay on the container: what is in it is as grave as it, and is not written. Every other act is written to the runs of
 * the content too, so that stock and shares are counted over units.
 */
const staying: readonly CodeStep[] = ['freeze', 'unfreeze', 'recall', 'void'];

/** Acts that take codes out of the container that they were in: it does not go along, even where they are all that it held. */
const leaving: readonly CodeStep[] = ['pack', 'unpack'];

/** Statuses within a container that stop an act on it; what else cannot take the act is left as it is, as waste is. */
const stopping: { [Step in CodeStep]?: readonly CodeStatus[] } = {
  ship: ['issued', 'printed', 'frozen', 'recalled'],
  sell: ['issued', 'printed', 'activated', 'packed', 'frozen', 'recalled'],
  takeBack: ['issued', 'printed', 'activated', 'packed'],
};

const activated: readonly CodeStatus[] = ['activated', 'packed', 'shipped', 'sold'];

/**
 * Takes every code of `runs` to the status that `step` leads to, and with each container what is in it. The caller has locked the
 * batches of the runs and of their content, and judged the batches' states.
 * @throws rangeOverlaps where part of it is activated already, rangeStateWrong naming the first run that stops it, codeHeldByContainer
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

/** What codes of one batch and level are of their own, run by run, whatever their batch and containers are. */
export async function piecesOf(db: Db, { batchId, level }: Pick<Run, 'batchId' | 'level'>, runs: readonly Ordinals[]): Promise<Piece[]> {
  const tidied = tidy(runs);
  return look(await load(db, batchId, level, tidied), tidied);
}

/** The same with what containers make of them; the state of the batch is left to the caller. */
export async function effectivePiecesOf(db: Db, of: Pick<Run, 'batchId' | 'level'>, runs: readonly Ordinals[]): Promise<Piece[]> {
  return laidOver(await piecesOf(db, of, runs), await listOver(db, of.batchId, of.level));
}

/** Does a step to those codes of one run that can take it. @throws rangeOverlaps, rangeStateWrong where no unit can, unless `lenient` */
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

/** Paints, and answers how many units changed. */
async function put(db: Db, canvas: Canvas, ordinals: readonly Ordinals[], change: (kind: Kind) => Kind): Promise<number> {
  if (ordinals.length === 0) return 0;
  const changed = look(canvas, ordinals).filter((piece) => !isSame(piece, change(piece)));
  if (changed.length > 0) await paint(db, canvas, ordinals, change);
  return canvas.level === 0 ? sizeOf(changed) : 0;
}

const isSame = (one: Kind, other: Kind) =>
  one.status === other.status && one.statusBefore === other.statusBefore && one.holderId === other.holderId && one.reason === other.reason;

/** What an act makes of a code; a container goes along from wherever it is, unless something grave keeps it. */
function changeOf(step: CodeStep, { holder, reason = null }: Stroke, isContainer = false): (kind: Kind) => Kind {
  const { from, to } = codeLifeCycle[step];
  const early: readonly CodeStatus[] = ['issued', 'printed', 'activated', 'packed'];
  const allowed: readonly CodeStatus[] = isContainer && (step === 'ship' || step === 'return') ? [...early, ...from] : from;
  const next = step === 'return' ? (holder ?? null) : holder;
  return (kind) => {
    // what is frozen in a box and taken out of it is not packed any more once it is unfrozen
    if (step === 'unpack' && kind.statusBefore === 'packed') return { ...kind, statusBefore: 'activated' };
    if (!allowed.includes(kind.status)) return kind;
    const holderId = next === undefined ? kind.holderId : next;
    if (to === undefined) return { status: kind.statusBefore ?? 'issued', statusBefore: null, holderId, reason: null };
    return { status: to, statusBefore: to === 'frozen' ? kind.status : null, holderId, reason: isGrave(to) ? reason : null };
  };
}

/** @throws rangeOverlaps, rangeStateWrong naming the first run that stops the act */
function judge(step: CodeStep, level: number, pieces: readonly Piece[]) {
  const { from } = codeLifeCycle[step];
  const allowed: readonly CodeStatus[] = from;
  // how far a container is, its content says
  const stop = pieces.find(({ status }) => (level === 0 || staying.includes(step) ? !allowed.includes(status) : isGrave(status)));
  if (stop) throw refusal(step, stop);
}

/** What a container forbids, it forbids to what is in it. @throws codeHeldByContainer */
export async function evaluateContainers(db: Db, runs: readonly Run[], step: CodeStep) {
  const first = runs[0];
  if (first) await assertSound(db, await containersOf(db, runs), step, first);
}

/** Refuses an act on `run` where one of `containers` is frozen, recalled or void. @throws codeHeldByContainer */
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
