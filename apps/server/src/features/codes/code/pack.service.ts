import { levelAbove, readSymbol } from '@suyuan/codes';
import { type PackList, placeOfText, placeText, type UnpackList } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import { applyStep, applyStepToEligible, assertContainersUsable, atField, validateContainers } from './apply-step.service.ts';
import { maskCode } from './code-text.ts';
import { textsAt } from './code-visibility.ts';
import * as queries from './container.queries.ts';
import { capacityOf, containersOf, directContentOf, listLeaving } from './container.service.ts';
import { groupRuns, normalizeRuns, type Ordinals, type Run, sizeOf, subtractCodes, without } from './ordinal-runs.ts';
import * as segments from './segment.queries.ts';
import { assertState, fieldOf, locateAll, lockBatchesOf, lockSelection, resolveSelection } from './selection.service.ts';
import { ssccsAt } from './sscc.service.ts';

interface PackResult {
  /** Codes put into the container. */
  packed: number;
  /** Codes taken out of it. */
  released: number;
}

/**
 * Sets the content of a container, or extends it with `join`. From then on the list overrides the packaging ratio.
 * @throws containerUnreadable, codesUnreadable, notFound, batchStateWrong, containerInItself, codePackedElsewhere, containerFull,
 * rangeStateWrong if a listed code is not activated, codeHeldByContainer if the container is frozen, recalled or void
 */
export async function pack(ctx: Context, { container, codes, join = false, move = false }: PackList): Promise<PackResult> {
  const { db, installation } = ctx;
  const [containerPlace] = await locateAll(db, installation, [container]);
  if (!containerPlace?.level) throw new Problem('containerUnreadable', { field: 'container', code: container });
  const parent: Run = { batchId: containerPlace.batchId, level: containerPlace.level, from: containerPlace.ordinal, count: 1 };
  const listedRuns = await resolveSelection(ctx, { codes });
  const sameOrHigherLevel = listedRuns.find(({ level }) => level >= containerPlace.level);
  if (sameOrHigherLevel)
    throw new Problem('containerInItself', { field: 'codes', code: await textOfFirst(ctx, codes, sameOrHigherLevel), container });

  const { runs, batches } = await lockBatchesOf(ctx, async () => [parent, ...listedRuns]);
  for (const { batchId } of runs) assertState(ctx, orNotFound(batches.get(batchId)).state, 'pack');
  const containers = [parent, ...(await containersOf(db, [parent, ...listedRuns]))];
  await atField('codes', assertContainersUsable(db, containers, 'pack', listedRuns));
  if (!move) await assertNotPackedElsewhere(ctx, codes, listedRuns, parent);

  const content = await directContentOf(db, parent);
  const released = join ? [] : subtractCodes(content, listedRuns);
  const capacity = await capacityOf(db, containerPlace.batchId, containerPlace.level);
  const newSize = sizeOf(listedRuns) + sizeOf(join ? subtractCodes(content, listedRuns) : []);
  if (capacity !== null && newSize > capacity)
    throw new Problem('containerFull', { field: 'codes', container, contains: capacity, would: newSize });

  const holder = (await segments.find(db, containerPlace.batchId, containerPlace.level, containerPlace.ordinal))?.holderId ?? undefined;
  await atField('codes', applyStep(db, listedRuns, 'pack', { holder }));
  for (const run of released) await applyStepToEligible(db, run, 'unpack', true);
  await setParent(db, listedRuns, parent);
  await setParent(db, released, null);
  await queries.markNested(db, [containerPlace.batchId, ...listedRuns.map(({ batchId }) => batchId)]);
  const { code, sscc } = readSymbol(container);
  const event = { userId: ctx.actor.userId, reason: sscc ?? (placeOfText(container) ? container : maskCode(code)) };
  await batchService.recordRunEvents(db, { ...event, action: 'pack' }, listedRuns);
  await batchService.recordRunEvents(db, { ...event, action: 'unpack' }, released);
  return { packed: sizeOf(listedRuns), released: sizeOf(released) };
}

/**
 * A selected container is emptied.
 * @throws containerEmpty, codeNotPacked, codeHeldByContainer, and as a selection
 */
export async function unpack(ctx: Context, { reason, ...selection }: UnpackList): Promise<PackResult> {
  const { db } = ctx;
  const { runs } = await lockSelection(ctx, selection, 'unpack');
  const unpackedRuns = selection.container === undefined ? runs : (await Promise.all(runs.map((run) => directContentOf(db, run)))).flat();
  if (selection.container !== undefined && unpackedRuns.length === 0)
    throw new Problem('containerEmpty', { field: 'container', container: selection.container });
  const containers = await containersOf(db, unpackedRuns);
  const first = unpackedRuns[0] ?? runs[0];
  if (containers.length === 0 && first)
    throw new Problem('codeNotPacked', { field: 'codes', code: selection.codes?.[0] ?? String(first.from + 1) });
  await atField(fieldOf(selection), validateContainers(db, unpackedRuns, 'unpack'));
  for (const run of unpackedRuns) await applyStepToEligible(db, run, 'unpack', true);
  await setParent(db, unpackedRuns, null);
  await batchService.recordRunEvents(db, { action: 'unpack', userId: ctx.actor.userId, reason }, unpackedRuns);
  return { packed: 0, released: sizeOf(unpackedRuns) };
}

/**
 * Unpacks codes that moved without their container, and returns them. The caller holds the locks of all affected batches.
 * @param holder as for `listLeaving`
 */
export async function leaveContainers(db: Db, runs: readonly Run[], holder?: number | null): Promise<Run[]> {
  const leaving = await listLeaving(db, runs, holder);
  await setParent(db, leaving, null);
  return leaving;
}

/** The listed text of a run's first code. */
async function textOfFirst({ db, installation }: Context, texts: readonly string[], run: Run): Promise<string> {
  const places = await locateAll(db, installation, texts);
  const index = places.findIndex((place) => place?.batchId === run.batchId && place.level === run.level && place.ordinal === run.from);
  return texts[index] ?? String(run.from + 1);
}

/** @throws codePackedElsewhere if an earlier list put a code into another container */
async function assertNotPackedElsewhere(ctx: Context, texts: readonly string[], listedRuns: readonly Run[], parent: Run) {
  for (const { batchId, level, ordinals } of groupRuns(listedRuns)) {
    const packs = await queries.listPacks(ctx.db, batchId, level, ordinals);
    const conflict = packs.find(
      ({ parentBatchId: of, parentLevel, parentOrdinal }) =>
        of !== null && !(of === parent.batchId && parentLevel === parent.level && parentOrdinal === parent.from),
    );
    if (!conflict) continue;
    const from = ordinals.find((run) => run.from + run.count > conflict.from)?.from ?? conflict.from;
    const code = await textOfFirst(ctx, texts, { batchId, level, from: Math.max(from, conflict.from), count: 1 });
    throw new Problem('codePackedElsewhere', { field: 'codes', code, container: await nameOfParent(ctx, conflict) });
  }
}

/** Its SSCC, else its code if the user may see codes, else its place. */
async function nameOfParent(ctx: Context, { parentBatchId, parentLevel, parentOrdinal }: queries.PackRow): Promise<string> {
  const place = { batchId: parentBatchId!, level: parentLevel!, ordinal: parentOrdinal! };
  const [[sscc], [code]] = [await ssccsAt(ctx.db, [place]), await textsAt(ctx, [place])];
  return sscc ?? code ?? placeText({ ...place, ordinal: place.ordinal + 1 });
}

/** Places that follow the packaging ratio need no row. */
async function setParent(db: Db, runs: readonly Run[], parent: Run | null) {
  const nestings = await queries.listNestings(db, [...new Set(runs.map(({ batchId }) => batchId))]);
  for (const { batchId, level, ordinals } of groupRuns(runs)) {
    const existingRows = await queries.listPacks(db, batchId, level, ordinals);
    const remainingRows = existingRows.flatMap((row) => without([row], ordinals).map((run): queries.PackRow => ({ ...row, ...run })));
    const sizes = nestings.get(batchId)?.packaging;
    const rows = without(ordinals, impliedByRatio(sizes ?? null, { batchId, level }, parent)).map(
      (run): queries.PackRow => ({
        batchId,
        level,
        ...run,
        parentBatchId: parent?.batchId ?? null,
        parentLevel: parent?.level ?? null,
        parentOrdinal: parent?.from ?? null,
      }),
    );
    await queries.replacePacks(db, batchId, level, existingRows, [...remainingRows, ...rows]);
  }
}

/** Codes in `parent`, or in no container, by the packaging ratio. */
function impliedByRatio(
  sizes: queries.Nesting['packaging'],
  { batchId, level }: Pick<Run, 'batchId' | 'level'>,
  parent: Run | null,
): Ordinals[] {
  const containerLevel = sizes ? levelAbove(sizes, level) : undefined;
  if (parent === null) return containerLevel === undefined ? [{ from: 0, count: Number.MAX_SAFE_INTEGER }] : [];
  const size = containerLevel === parent.level && batchId === parent.batchId ? sizes?.[containerLevel - 1] : undefined;
  return size ? normalizeRuns([{ from: parent.from * size, count: size }]) : [];
}
