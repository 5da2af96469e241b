import { type EventObject, normaliseName } from '@suyuan/codes';
import { MAX_TRACE_INPUTS, traceFields, traceRecords } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { RowImporter } from '../../../platform/http/imported-file.ts';
import { Problem } from '../../../platform/problem.ts';
import { parseRfc3339, timeOf } from '../../../platform/shanghai-time.ts';
import { type EventRow, eventHashId, type ReadEvent, readEvent } from './epcis.ts';
import { ownLinks, type Subject, subjectsOf } from './epcis-subject.service.ts';
import { importRecord } from './trace-import.service.ts';
import { createDeferredCheck } from './trace-input.service.ts';
import * as queries from './trace-record.queries.ts';
import * as references from './trace-reference.queries.ts';

/** Imports each event once, as a draft of the matching step. Non-standard fields map to step fields of the same name. */
export const createEventImporter = (ctx: Context): RowImporter<EventRow> => {
  const subjectOf = subjectsOf(ctx);
  const circleCheck = createDeferredCheck();
  const importEvent: RowImporter<EventRow> = async ({ event: input, namespaces }) => {
    const event = readEvent(input);
    const eventId = event.eventID !== undefined && URI.test(event.eventID) ? event.eventID : hashOf(event, namespaces);
    const ownValues = ownFields(event, namespaces);
    const baseSubject = await subjectOf(event);
    const subject = baseSubject.subject === 'batch' && ownValues.run ? { ...baseSubject, ...ownValues.run } : baseSubject;
    if (await isExported(ctx, ownValues.record, subject)) return 'already';
    if (event.errorDeclaration !== undefined) throw new Problem('epcisDeclaredWrong');
    if (await isImported(ctx, eventId, subject)) return 'already';
    const record = await recordOf(ctx, event, subject, ownValues);
    try {
      return await inSavepoint(ctx.db, false, () =>
        refuseDuplicateEvent(importRecord(ctx, record, { source: 'epcis', eventId }, circleCheck.check)),
      );
    } catch (error) {
      // a concurrent import has stored the same event
      if (error instanceof Problem && error.problem === 'epcisTaken' && (await isImported(ctx, eventId, subject))) return 'already';
      throw error;
    }
  };
  importEvent.settle = () => circleCheck.lockAndCheckAll(ctx.db);
  return importEvent;
};

/** An event id must be a URI; other values, such as `1`, are not globally unique. */
const URI = /^[a-z][a-z0-9+.-]*:/i;

const refuseDuplicateEvent = <T>(write: Promise<T>) => mapConstraintErrors({ trace_record_event_id_key: 'epcisTaken' }, {}, write);

/** A subject, or a range of a batch as the event's own fields specify it, unvalidated. */
type EventSubject = Pick<Subject, 'batchId' | 'level'> & { ordinalFrom?: unknown; ordinalTo?: unknown };

/** The sender chooses the id, so a match with another subject, or out of scope, is a conflict. @throws epcisTaken */
async function isImported({ db, scope }: Context, eventId: string, subject: EventSubject): Promise<boolean> {
  if (!(await queries.hasEvent(db, eventId))) return false;
  if (!isSameSubject(subject, await references.findSubject(db, scope, 'eventId', eventId))) throw new Problem('epcisTaken');
  return true;
}

/** Whether the event is the export of a record that is still there. */
async function isExported({ db, scope, installation }: Context, address: string | undefined, subject: EventSubject): Promise<boolean> {
  const recordId = address && ownLinks(installation.publicBaseUrl).record(address);
  return recordId ? isSameSubject(subject, await references.findSubject(db, scope, 'traceRecordId', recordId)) : false;
}

type StoredSubject = Awaited<ReturnType<typeof references.findSubject>>;

function isSameSubject({ batchId, level = 0, ordinalFrom: from = 0, ordinalTo: to = from }: EventSubject, existing: StoredSubject) {
  const count = from === 0 ? null : Number(to) - Number(from) + 1;
  return existing?.batchId === batchId && existing.level === level && existing.ordinalFrom === Number(from) && existing.count === count;
}

/** Id of an event that has none. @throws epcisEventWrong where it is nested too deeply */
function hashOf(event: EventObject, namespaces: Readonly<Record<string, string>>): string {
  try {
    return eventHashId(event, namespaces);
  } catch (cause) {
    throw new Problem('epcisEventWrong', { field: 'type' }, { cause });
  }
}

/** Input of `add` for an event. @throws referenceNotFound, epcisNoTemplate, epcisStepUnknown, epcisStepDoubtful, epcisEventMany */
async function recordOf(ctx: Context, event: ReadEvent, subject: EventSubject, ownValues: ReturnType<typeof ownFields>) {
  const batch = await references.findBatch(ctx.db, ctx.scope, subject.batchId);
  if (!batch) throw new Problem('referenceNotFound', { field: 'batchId', title: traceRecords.word('batchId') });
  const step = await stepOf(ctx, event, ownValues.step, batch);
  const data: Record<string, unknown> = {};
  for (const { name } of traceFields(step.form)) if (ownValues.fields.has(name)) data[name] = ownValues.fields.get(name);
  return {
    ...subject,
    stepId: step.stepId,
    eventTime: timeOf(parseRfc3339(event.eventTime)),
    ...whereOf(ctx, event, ownValues.place),
    data,
    inputs: await inputsOf(ctx, event),
  };
}

async function stepOf({ db }: Context, { bizStep }: ReadEvent, requestedStepName: string | undefined, batch: references.TracedBatch) {
  const { templateId, categoryName } = batch;
  if (templateId === null) throw new Problem('epcisNoTemplate', { categoryName });
  const steps = await references.listTemplateSteps(db, templateId);
  const word = bizStep.trim().replace(/^.*(?:BizStep-|bizstep:)/i, '');
  const matchingSteps = steps.filter((step) => step.bizStep === word);
  const step = steps.find(({ stepName }) => stepName === requestedStepName) ?? (matchingSteps.length === 1 ? matchingSteps[0] : undefined);
  if (step) return step;
  if (matchingSteps.length === 0) throw new Problem('epcisStepUnknown', { bizStep: word.slice(0, 50), categoryName });
  throw new Problem('epcisStepDoubtful', { bizStep: word, steps: matchingSteps.map(({ stepName }) => stepName) });
}

/** Location: a position, a region, or a place name. */
function whereOf({ installation }: Context, { readPoint, bizLocation }: ReadEvent, requestedPlace: string | undefined) {
  const region = ownLinks(installation.publicBaseUrl).region;
  const [readPointId, locationId] = [readPoint?.id ?? '', bizLocation?.id ?? ''];
  const [, lat, lng] = /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/.exec(readPointId) ?? [];
  const regionCode = region(readPointId) ?? region(locationId);
  const hasLocation = lat !== undefined || regionCode !== undefined;
  const placeName = requestedPlace ?? (hasLocation || readPointId === '' ? undefined : truncateName(normaliseName(readPointId)));
  return { ...(placeName && { placeName }), ...(regionCode && { regionCode }), ...(lat && lng && { lat, lng }) };
}

/** Truncates a name to the length that a record stores. */
const truncateName = (name: string) => name.slice(0, 100).toWellFormed();

/** Inputs: own batches by their class, others by name. @throws epcisEventMany */
async function inputsOf(ctx: Context, { inputQuantityList = [], inputEPCList = [] }: ReadEvent) {
  const links = ownLinks(ctx.installation.publicBaseUrl);
  const ingredients = [...inputQuantityList, ...inputEPCList.map((epcClass) => ({ epcClass, quantity: 1, uom: undefined }))];
  if (ingredients.length > MAX_TRACE_INPUTS) throw new Problem('epcisEventMany', { count: ingredients.length, max: MAX_TRACE_INPUTS });
  return Promise.all(
    ingredients.map(async ({ epcClass, quantity, uom }) => {
      const amount = { ...(quantity !== undefined && { quantity }), ...(uom && { unit: uom }) };
      const lot = links.lot(epcClass);
      if (lot) return { inputName: lot.name, ...(lot.lotNo && { lotNo: lot.lotNo }), ...amount };
      const ownBatchId = links.batch(epcClass);
      if (ownBatchId !== undefined) return { inputBatchId: ownBatchId, ...amount };
      const lgtin = links.lgtin(epcClass);
      const batch = lgtin && (await references.findByGtin(ctx.db, ctx.scope, lgtin.gtin, lgtin.lot));
      if (batch) return { inputBatchId: batch.batchId, ...amount };
      return { ...(lgtin ? { inputName: lgtin.gtin, lotNo: lgtin.lot } : { inputName: truncateName(epcClass) }), ...amount };
    }),
  );
}

/** Non-standard fields by local name. Step, place and ordinals have a fixed meaning. */
function ownFields(event: EventObject, namespaces: Readonly<Record<string, string>>) {
  const fields = new Map<string, unknown>();
  const master = typeof event.ilmd === 'object' && event.ilmd !== null ? Object.entries(event.ilmd) : [];
  for (const [key, value] of [...master, ...Object.entries(event)]) {
    const [, prefix = '', name = ''] = /^([^:]+):(.+)$/.exec(key) ?? [];
    if (namespaces[prefix] !== undefined) fields.set(name, value);
  }
  const text = (name: string) => (typeof fields.get(name) === 'string' ? String(fields.get(name)) : undefined);
  const [ordinalFrom, ordinalTo] = [fields.get('ordinalFrom'), fields.get('ordinalTo')];
  const range = ordinalFrom !== undefined && ordinalTo !== undefined && { subject: 'range', ordinalFrom, ordinalTo };
  const place = text('place');
  return { fields, run: range, record: text('record'), step: text('step'), place: place && truncateName(place) };
}
