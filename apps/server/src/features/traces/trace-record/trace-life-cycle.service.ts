import { traceLifeCycle } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { ensureState, lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as chain from './chain.service.ts';
import * as queries from './trace-record.queries.ts';
import { assertFiller, validateForm } from './trace-record.service.ts';
import * as partsQueries from './trace-record-parts.queries.ts';
import * as references from './trace-reference.queries.ts';

/**
 * Submission stores a snapshot of the step. A second user appends the record to the chain, where it replaces the record that it corrects.
 * @throws notFound, traceStateWrong, traceFillerWrong, traceFieldMissing, traceFieldWrong, tracePicturesFew, traceDealerMissing,
 * traceTimeAhead, traceSelfVerified, traceCorrectionOpen
 */
export const steps = lifeCycleSteps(
  traceLifeCycle,
  {
    lock: ({ db, scope }, id) => queries.lock(db, scope, id),
    move: queries.updateState,
    hasTakenPart: ({ actor }, { createBy, updateBy, submitBy, editors }) =>
      [createBy, updateBy, submitBy, ...editors].includes(actor.userId),
    secondPersonConstraint: 'trace_record_verify_by_check',
  },
  {
    async submit({ ctx, id, row }) {
      const { db, actor } = ctx;
      const step = orNotFound(await references.findStep(db, row.stepId));
      assertFiller(actor, step);
      if (step.filler === 'channelBusiness' && row.channelBusinessId === null)
        throw new Problem('traceDealerMissing', { field: 'channelBusinessId', stepName: step.stepName });
      const files = await partsQueries.listFiles(db, id);
      validateForm(ctx, step.form, row.data, files, true);
      const pictures = files.filter(({ kind }) => kind === 'picture').length;
      const { pictureMin: min, pictureMax: max } = step;
      if (pictures < min || pictures > max)
        throw new Problem('tracePicturesFew', { field: 'files', stepName: step.stepName, pictures, min, max });
      if (await queries.isEventInFuture(db, id)) throw new Problem('traceTimeAhead', { field: 'eventTime', eventTime: row.eventTime });
      await queries.storeStepSnapshot(db, id, step);
      return { stamp: 'submit' as const, userId: actor.userId, ...(row.correctsId === null && { stateReason: null }) };
    },
    async verify({ ctx, id, row }) {
      const { db, actor } = ctx;
      if (row.correctsId !== null) {
        const corrected = orNotFound(await queries.lock(db, 'all', row.correctsId));
        ensureState(ctx, traceLifeCycle, 'correct', corrected.state, traceLifeCycle.steps.correct.from);
        await queries.updateState(db, corrected.traceRecordId, { state: 'corrected' });
      }
      await queries.updateState(db, id, { state: 'verified', stamp: 'verify', userId: actor.userId });
      await chain.lockBatchNumber(db, row.batchId);
      const batch = orNotFound(await references.findBatch(db, 'all', row.batchId));
      await chain.seal(db, orNotFound(await queries.find(ctx, id)), batch);
    },
    publish: ({ ctx }) => ({ stamp: 'publish' as const, userId: ctx.actor.userId }),
    reject: ({ ctx, body: { reason } }) => ({ stateReason: reason, stamp: 'reject' as const, userId: ctx.actor.userId }),
    async correct({ ctx: { db, actor }, id, row, body: { reason } }) {
      const { batchId, stepId, subject, level, ordinalFrom, count, eventTime, placeName, regionCode, lng, lat, channelBusinessId } = row;
      const { stepName, filler, partyName, bizStep, disposition, form, data } = row;
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
      const draft = {
        ...copiedFields,
        ...{ stepName, filler, partyName, bizStep, disposition, form: JSON.stringify(form), data: JSON.stringify(data) },
        ...{ source: 'console' as const, correctsId: id, stateReason: reason, deptId: actor.deptId, createBy: actor.userId },
      };
      const { traceRecordId } = await mapConstraintErrors(
        { trace_record_corrects_id_key: 'traceCorrectionOpen' },
        {},
        queries.insert(db, draft),
      );
      await partsQueries.copyFiles(db, id, traceRecordId);
      await partsQueries.copyInputs(db, id, traceRecordId);
      return { traceRecordId };
    },
  },
);
