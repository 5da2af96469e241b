import { levelAbove, readSymbol } from '@suyuan/codes';
import { type PackList, placeOfText, type UnpackList } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import { masked } from './code-text.ts';
import * as queries from './container.queries.ts';
import { capacityOf, containersOf, directContentOf } from './container.service.ts';
import { assertSound, evaluateContainers, paintRuns, paintWhatCan } from './paint.service.ts';
import { grouped, type Ordinals, type Run, sizeOf, tidy, without } from './run.ts';
import * as segments from './segment.queries.ts';
import { assertState, choose, locateAll, lockFor, resolve } from './selection.service.ts';

interface Packed {
  /** Codes put into the container, or taken out. */
  packed: number;
  /** Codes removed from the container by the call. */
  released: number;
}

/**
 * Sets the content of a container, or extends it with `join`. From then on the list overrides the packaging ratio.
 * @throws containerUnreadable, codesUnreadable, notFound, batchStateWrong, containerInItself, codePackedElsewhere, containerFull,
 * rangeStateWrong if a listed code is not activated, codeHeldByContainer if the container is frozen, recalled or void
 */
export async function pack(ctx: Context, { container, codes, join = false, move = false }: PackList): Promise<Packed> {
  const { db, installation } = ctx;
  const [box] = await locateAll(db, installation, [container]);
  if (!box?.level) throw new Problem('containerUnreadable', { field: 'container', code: container });
  const parent: Run = { batchId: box.batchId, level: box.level, from: box.ordinal, count: 1 };
  const listed = await resolve(ctx, { codes });
  const inItself = listed.find(({ level }) => level >= box.level);
  if (inItself) throw new Problem('containerInItself', { field: 'codes', code: await nameOf(ctx, codes, inItself), container });

  const locked = await lockFor(ctx, [parent, ...listed, ...(await directContentOf(db, parent))]);
  for (const { batchId } of [parent, ...listed]) assertState(ctx, orNotFound(locked.get(batchId)).state, 'pack');
  await assertSound(db, [parent, ...(await containersOf(db, [parent, ...listed]))], 'pack', listed[0] ?? parent);
  if (!move) await assertLoose(ctx, codes, listed, parent);

  const inside = await directContentOf(db, parent);
  const released = join ? [] : subtract(inside, listed);
  const capacity = await capacityOf(db, box.batchId, box.level);
  const would = sizeOf(listed) + sizeOf(join ? subtract(inside, listed) : []);
  if (capacity !== null && would > capacity) throw new Problem('containerFull', { field: 'codes', container, contains: capacity, would });

  const holder = (await segments.find(db, box.batchId, box.level, box.ordinal))?.holderId ?? undefined;
  await paintRuns(db, listed, 'pack', { holder });
  for (const run of released) await paintWhatCan(db, run, 'unpack', true);
  await place(db, listed, parent);
  await place(db, released, null);
  await queries.markNested(db, [box.batchId, ...listed.map(({ batchId }) => batchId)]);
  const { code, sscc } = readSymbol(container);
  const by = { userId: ctx.actor.userId, reason: sscc ?? (placeOfText(container) ? container : masked(code)) };
  await batchService.noteRuns(db, { ...by, action: 'pack' }, listed);
  await batchService.noteRuns(db, { ...by, action: 'unpack' }, released);
  return { packed: sizeOf(listed), released: sizeOf(released) };
}

/**
 * A selected container is emptied.
 * @throws codeNotPacked, codeHeldByContainer, and as a selection
 */
export async function unpack(ctx: Context, { reason, ...selection }: UnpackList): Promise<Packed> {
  const { db } = ctx;
  const { runs } = await choose(ctx, selection, 'unpack');
  const out = selection.container === undefined ? runs : (await Promise.all(runs.map((run) => directContentOf(db, run)))).flat();
  if (selection.container !== undefined) await lockFor(ctx, out);
  const around = await containersOf(db, out);
  const first = out[0] ?? runs[0];
  if (around.length === 0 && first)
    throw new Problem('codeNotPacked', { field: 'codes', code: selection.container ?? selection.codes?.[0] ?? String(first.from + 1) });
  await evaluateContainers(db, out, 'unpack');
  for (const run of out) await paintWhatCan(db, run, 'unpack', true);
  await place(db, out, null);
  await batchService.noteRuns(db, { action: 'unpack', userId: ctx.actor.userId, reason }, out);
  return { packed: sizeOf(out), released: 0 };
}

function subtract(runs: readonly Run[], others: readonly Run[]): Run[] {
  const held = grouped(others);
  return grouped(runs).flatMap(({ batchId, level, ordinals }) => {
    const same = held.find((group) => group.batchId === batchId && group.level === level);
    return without(ordinals, same?.ordinals ?? []).map((run) => ({ batchId, level, ...run }));
  });
}

/** The listed text of a run's first code. */
async function nameOf({ db, installation }: Context, texts: readonly string[], run: Run): Promise<string> {
  const places = await locateAll(db, installation, texts);
  const at = places.findIndex((place) => place?.batchId === run.batchId && place.level === run.level && place.ordinal === run.from);
  return texts[at] ?? String(run.from + 1);
}

/** @throws codePackedElsewhere if an earlier list put a code into another container */
async function assertLoose(ctx: Context, texts: readonly string[], listed: readonly Run[], parent: Run) {
  for (const { batchId, level, ordinals } of grouped(listed)) {
    const packs = await queries.listPacks(ctx.db, batchId, level, ordinals);
    const other = packs.find(
      ({ parentBatchId: of, parentLevel, parentOrdinal }) =>
        of !== null && !(of === parent.batchId && parentLevel === parent.level && parentOrdinal === parent.from),
    );
    if (!other) continue;
    const from = ordinals.find((run) => run.from + run.count > other.from)?.from ?? other.from;
    const code = await nameOf(ctx, texts, { batchId, level, from: Math.max(from, other.from), count: 1 });
    throw new Problem('codePackedElsewhere', { field: 'codes', code, container: `${other.parentOrdinal! + 1}` });
  }
}

/** Places that follow the packaging ratio need no row. */
async function place(db: Db, runs: readonly Run[], parent: Run | null) {
  const nestings = await queries.listNestings(db, [...new Set(runs.map(({ batchId }) => batchId))]);
  for (const { batchId, level, ordinals } of grouped(runs)) {
    const before = await queries.listPacks(db, batchId, level, ordinals);
    const kept = before.flatMap((row) => without([row], ordinals).map((run): queries.PackRow => ({ ...row, ...run })));
    const sizes = nestings.get(batchId)?.packaging;
    const rows = without(ordinals, byItself(sizes ?? null, { batchId, level }, parent)).map(
      (run): queries.PackRow => ({
        batchId,
        level,
        ...run,
        parentBatchId: parent?.batchId ?? null,
        parentLevel: parent?.level ?? null,
        parentOrdinal: parent?.from ?? null,
      }),
    );
    await queries.replacePacks(db, batchId, level, before, [...kept, ...rows]);
  }
}

/** Codes in `parent`, or in no container, by the packaging ratio. */
function byItself(sizes: queries.Nesting['packaging'], { batchId, level }: Pick<Run, 'batchId' | 'level'>, parent: Run | null): Ordinals[] {
  const above = sizes ? levelAbove(sizes, level) : undefined;
  if (parent === null) return above === undefined ? [{ from: 0, count: Number.MAX_SAFE_INTEGER }] : [];
  const size = above === parent.level && batchId === parent.batchId ? sizes?.[above - 1] : undefined;
  return size ? tidy([{ from: parent.from * size, count: size }]) : [];
}
