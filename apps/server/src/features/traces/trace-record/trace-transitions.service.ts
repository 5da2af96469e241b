import { type TraceMove, type TraceState, traceLifeCycle, traceRecords } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as chain from './chain.service.ts';
import * as queries from './trace-record.queries.ts';
import { assertFiller, validateForm } from './trace-record.service.ts';
import * as partsQueries from './trace-record-parts.queries.ts';
import * as references from './trace-reference.queries.ts';

/** Each transition locks the row, validates state and user, and writes. */

/**
 * Stores a snapshot of the step.
 * @throws notFound, traceStateWrong, traceFillerWrong, traceFieldMissing, traceFieldWrong, tracePicturesFew, traceDealerMissing,
 * traceTimeAhead
 */
export async function submit(ctx: Context, id: number) {
  const { db, actor } = ctx;
  const draft = await lockForStep(ctx, id, 'submit');
  const step = orNotFound(await references.findStep(db, draft.stepId));
  assertFiller(actor, step);
  if (step.filler === 'channelBusiness' && draft.channelBusinessId === null)
    throw new Problem('traceDealerMissing', { field: 'channelBusinessId', stepName: step.stepName });
  const files = await partsQueries.listFiles(db, id);
  validateForm(ctx, step.form, draft.data, files, true);
  const pictures = files.filter(({ kind }) => kind === 'picture').length;
  const { pictureMin: min, pictureMax: max } = step;
  if (pictures < min || pictures > max)
    throw new Problem('tracePicturesFew', { field: 'files', stepName: step.stepName, pictures, min, max });
  if (await queries.isEventInFuture(db, id)) throw new Problem('traceTimeAhead', { field: 'eventTime', eventTime: draft.eventTime });
  await queries.storeStepSnapshot(db, id, step);
  await queries.updateState(db, id, 'submitted', {
    stamp: 'submit',
    userId: actor.userId,
    ...(draft.correctsId === null && { stateReason: null }),
  });
}

/**
 * A second user appends the record to the chain, which replaces the record that it corrects.
 * @throws notFound, traceStateWrong, traceSelfVerified
 */
export async function verify(ctx: Context, id: number) {
  const { db, scope, actor } = ctx;
  const record = await lockForStep(ctx, id, 'verify');
  if ([record.createBy, record.updateBy, record.submitBy, ...record.editors].includes(actor.userId)) throw new Problem('traceSelfVerified');
  if (record.correctsId !== null) {
    const corrected = orNotFound(await queries.lock(db, 'all', record.correctsId));
    assertAllowed(ctx, corrected.state, 'correct');
    await queries.updateState(db, corrected.traceRecordId, 'corrected');
  }
  const update = queries.updateState(db, id, 'verified', { stamp: 'verify', userId: actor.userId });
  await mapConstraintErrors({ trace_record_verify_by_check: 'traceSelfVerified' }, {}, update);
  await chain.lockBatchNumber(db, record.batchId);
  const batch = orNotFound(await references.findBatch(db, 'all', record.batchId));
  await chain.seal(db, orNotFound(await queries.find(db, scope, id)), batch);
}

/** Returns the record to its author as a draft. @throws notFound, traceStateWrong */
export async function reject(ctx: Context, id: number, { reason }: { reason: string }) {
  await lockForStep(ctx, id, 'reject');
  await queries.updateState(ctx.db, id, 'draft', { stateReason: reason });
}

/** Makes the public fields visible to consumers. @throws notFound, traceStateWrong */
export async function publish(ctx: Context, id: number) {
  await lockForStep(ctx, id, 'publish');
  await queries.updateState(ctx.db, id, 'published', { stamp: 'publish', userId: ctx.actor.userId });
}

/** Creates a draft that replaces the record once verified. @throws notFound, traceStateWrong, traceCorrectionOpen */
export async function correct(ctx: Context, id: number, { reason }: { reason: string }) {
  const { db, actor } = ctx;
  const record = await lockForStep(ctx, id, 'correct');
  const { batchId, stepId, subject, level, ordinalFrom, count, eventTime, placeName, regionCode, lng, lat, channelBusinessId } = record;
  const { stepName, filler, partyName, bizStep, disposition, form, data } = record;
  const copiedFields = {
    batchId,
    stepId,
    subject,
    level,
    ordinalFrom,
    count,
    eventTime,
    placeName,
    regionCode,
    lng,
    lat,
    channelBusinessId,
  };
  const row = {
    ...copiedFields,
    ...{ stepName, filler, partyName, bizStep, disposition, form: JSON.stringify(form), data: JSON.stringify(data) },
    ...{ source: 'console' as const, correctsId: id, stateReason: reason, deptId: actor.deptId, createBy: actor.userId },
  };
  const { traceRecordId } = await mapConstraintErrors({ trace_record_corrects_id_key: 'traceCorrectionOpen' }, {}, queries.insert(db, row));
  await partsQueries.copyFiles(db, id, traceRecordId);
  await partsQueries.copyInputs(db, id, traceRecordId);
  return { traceRecordId };
}

/** Locks the record and requires a state that allows `step`. */
async function lockForStep(ctx: Context, id: number, step: TraceMove) {
  const record = orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  assertAllowed(ctx, record.state, step);
  return record;
}

function assertAllowed({ t, language }: Context, state: TraceState, step: TraceMove) {
  const allowedStates: readonly TraceState[] = traceLifeCycle[step].from;
  if (allowedStates.includes(state)) return;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(allowedStates.map((each) => t(stateWord(each))));
  throw new Problem('traceStateWrong', { state: stateWord(state), step: traceRecords.word(`step.${step}`), allowed });
}

const stateWord = (state: TraceState) => traceRecords.word(`state.${state}`);
