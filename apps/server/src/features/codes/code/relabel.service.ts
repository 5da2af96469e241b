import { readSymbol } from '@suyuan/codes';
import { type BatchState, batches, codes, type RelabelInput } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import { findBatch } from './code.queries.ts';
import * as queries from './relabel.queries.ts';
import { locateAll, lockBatchesOf } from './selection.service.ts';
import type { Place } from './standing.service.ts';

const relabelableStates: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen'];

/**
 * Replaces a label that is misprinted, torn or lost. Content, holder, state and history stay. The old label becomes invalid.
 * @throws forbidden without the permission to query codes, labelReplaced, containerUnreadable, notFound, batchStateWrong,
 * codeSpaceExhausted
 */
export async function relabel(ctx: Context, { container, reason }: RelabelInput): Promise<Place> {
  const { db, actor } = ctx;
  const permission = codes.permission('query');
  if (!hasPermission(actor, permission)) throw new Problem('forbidden', { permission });
  const { batchId, level, ordinal } = await containerOf(ctx, container);
  const { state } = orNotFound((await lockBatchesOf(ctx, [{ batchId, level, from: ordinal, count: 1 }])).get(batchId));
  if (!relabelableStates.includes(state)) {
    const { stateWord, formatStates } = batchService;
    throw new Problem('batchStateWrong', { state: stateWord(state), step: batches.word('step.relabel'), allowed: formatStates(ctx, relabelableStates) });
  }
  // the label may have been replaced while this transaction waited for the lock
  const place = await containerOf(ctx, container);
  const range = orNotFound(await queries.findRange(db, place));
  const { spaceId, epoch } = range;
  const allocation = await codeSpaceService.allocate(db, spaceId, 1);
  await queries.assignSerial(db, place, range, { spaceId, epoch: allocation.epoch, serial: allocation.serialFrom });
  const serial = range.serialFrom + ordinal - range.ordinalFrom;
  await queries.insert(db, { ...place, spaceId, epoch, serial, reason, createBy: actor.userId });
  await batchService.recordEvent(db, { batchId, action: 'relabel', userId: actor.userId, reason, level, run: { from: ordinal, count: 1 } });
  return place;
}

/** @throws labelReplaced, containerUnreadable, notFound */
async function containerOf(ctx: Context, container: string): Promise<Place> {
  const [place] = await locateAll(ctx.db, ctx.installation, [container]);
  if (place?.level) return { batchId: place.batchId, level: place.level, ordinal: place.ordinal };
  await assertNotReplaced(ctx, container, 'container');
  throw new Problem('containerUnreadable', { field: 'container', code: container });
}

async function findReplacedLabel(db: Db, installation: Installation, text: string) {
  for (const decoded of await codeSpaceService.decode(installation, readSymbol(text))) {
    const replacedLabel = await queries.findReplaced(db, decoded);
    if (replacedLabel) return replacedLabel;
  }
  return undefined;
}

/** @throws labelReplaced if the text is a replaced label, notFound if its batch is out of scope */
export async function assertNotReplaced({ db, scope, installation }: Context, code: string, field: string) {
  const replacedLabel = await findReplacedLabel(db, installation, code);
  if (!replacedLabel) return;
  orNotFound(await findBatch(db, scope, replacedLabel.batchId));
  const { level, ordinal, createTime } = replacedLabel;
  throw new Problem('labelReplaced', { field, code, level: codes.word(`level.${level}`), ordinal: ordinal + 1, time: createTime });
}
