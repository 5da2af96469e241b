import { type EventObject, plainName } from '@suyuan/codes';
import { MOST_TRACE_INPUTS, traceabilities, traceFields } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Take } from '../../../platform/http/imported-file.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { timeOf } from '../../../platform/shanghai.ts';
import * as epcisQueries from './epcis.queries.ts';
import { eventHashId } from './epcis.ts';
import { type EventRow, type ReadEvent, readEvent } from './epcis-event.ts';
import { ownLinks } from './epcis-links.ts';
import { type Subject, subjectsOf } from './epcis-subject.service.ts';
import { takeRecord } from './trace-import.service.ts';
import { validateTogether } from './trace-input.service.ts';
import * as queries from './trace-record.queries.ts';
import * as references from './trace-reference.queries.ts';

/** Imports each event once, as a draft of the matching step. Non-standard fields map to step fields of the same name. */
export const taker = (ctx: Context): Take<EventRow> => {
  const subjectOf = subjectsOf(ctx);
  const circles = validateTogether();
  const take: Take<EventRow> = async ({ event: given, namespaces }) => {
    const event = readEvent(given);
    if (event.errorDeclaration !== undefined) throw new Problem('epcisDeclaredWrong');
    const eventId = event.eventID !== undefined && URI.test(event.eventID) ? event.eventID : hashOf(event, namespaces);
    const own = ownFields(event, namespaces);
    const named = await subjectOf(event);
    const subject = named.subject === 'batch' && own.run ? { ...named, ...own.run } : named;
    if (await isKnown(ctx, eventId, subject)) return 'already';
    const record = await recordOf(ctx, event, subject, own);
    try {
      return await inSavepoint(ctx.db, false, () => once(takeRecord(ctx, record, { source: 'epcis', eventId }, circles.judge)));
    } catch (error) {
      // a concurrent import has stored the same event
      if (error instanceof Problem && error.problem === 'epcisTaken' && (await isKnown(ctx, eventId, subject))) return 'already';
      throw error;
    }
  };
  take.settle = () => circles.settle(ctx.db);
  return take;
};

/** An event id must be a URI; other values, such as `1`, are not globally unique. */
const URI = /^[a-z][a-z0-9+.-]*:/i;

const once = <T>(write: Promise<T>) => refusing({ trace_record_event_id_key: 'epcisTaken' }, {}, write);

/** A subject, or a range of a batch as the event's own fields specify it, unvalidated. */
type About = Pick<Subject, 'batchId' | 'level'> & { ordinalFrom?: unknown; ordinalTo?: unknown };

/** The sender chooses the id, so a match with another subject, or out of scope, is a conflict. @throws epcisTaken */
async function isKnown({ db, scope }: Context, eventId: string, subject: About): Promise<boolean> {
  if (!(await queries.hasEvent(db, eventId))) return false;
  const known = await epcisQueries.findEvent(db, scope, eventId);
  const { batchId, level = 0, ordinalFrom: from = 0, ordinalTo: to = from } = subject;
  const count = from === 0 ? null : Number(to) - Number(from) + 1;
  const same = known?.batchId === batchId && known.level === level && known.ordinalFrom === Number(from) && known.count === count;
  if (!same) throw new Problem('epcisTaken');
  return true;
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
async function recordOf(ctx: Context, event: ReadEvent, subject: About, own: ReturnType<typeof ownFields>) {
  const batch = await references.findBatch(ctx.db, ctx.scope, subject.batchId);
  if (!batch) throw new Problem('referenceNotFound', { field: 'batchId', title: traceabilities.word('batchId') });
  const step = await stepOf(ctx, event, own.step, batch);
  const data: Record<string, unknown> = {};
  for (const { name } of traceFields(step.form)) if (own.fields.has(name)) data[name] = own.fields.get(name);
  return {
    ...subject,
    stepId: step.stepId,
    eventTime: timeOf(Date.parse(event.eventTime)),
    ...whereOf(ctx, event, own.place),
    data,
    inputs: await inputsOf(ctx, event),
  };
}

async function stepOf({ db }: Context, { bizStep }: ReadEvent, named: string | undefined, batch: references.TracedBatch) {
  const { templateId, categoryName } = batch;
  if (templateId === null) throw new Problem('epcisNoTemplate', { categoryName });
  const steps = await references.listTemplateSteps(db, templateId);
  const word = bizStep.trim().replace(/^.*(?:BizStep-|bizstep:)/i, '');
  const fitting = steps.filter((step) => step.bizStep === word);
  const step = steps.find(({ stepName }) => stepName === named) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (step) return step;
  if (fitting.length === 0) throw new Problem('epcisStepUnknown', { bizStep: word.slice(0, 50), categoryName });
  throw new Problem('epcisStepDoubtful', { bizStep: word, steps: fitting.map(({ stepName }) => stepName).join('、') });
}

/** Location: a position, a region, or a place name. */
function whereOf({ installation }: Context, { readPoint, bizLocation }: ReadEvent, named: string | undefined) {
  const region = ownLinks(installation.publicBaseUrl).region;
  const [at, here] = [readPoint?.id ?? '', bizLocation?.id ?? ''];
  const [, lat, lng] = /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/.exec(at) ?? [];
  const regionCode = region(at) ?? region(here);
  const known = lat !== undefined || regionCode !== undefined;
  const placeName = named ?? (known || at === '' ? undefined : start(plainName(at)));
  return { ...(placeName && { placeName }), ...(regionCode && { regionCode }), ...(lat && lng && { lat, lng }) };
}

/** Truncates a name to the length that a record stores. */
const start = (name: string) => name.slice(0, 100).toWellFormed();

/** Inputs: own batches by their class, others by name. @throws epcisEventMany */
async function inputsOf(ctx: Context, { inputQuantityList = [], inputEPCList = [] }: ReadEvent) {
  const links = ownLinks(ctx.installation.publicBaseUrl);
  const all = [...inputQuantityList, ...inputEPCList.map((epcClass) => ({ epcClass, quantity: 1, uom: undefined }))];
  if (all.length > MOST_TRACE_INPUTS) throw new Problem('epcisEventMany', { count: all.length, max: MOST_TRACE_INPUTS });
  return Promise.all(
    all.map(async ({ epcClass, quantity, uom }) => {
      const amount = { ...(quantity !== undefined && { quantity }), ...(uom && { unit: uom }) };
      const lot = links.lot(epcClass);
      if (lot) return { inputName: lot.name, ...(lot.lotNo && { lotNo: lot.lotNo }), ...amount };
      const made = links.batch(epcClass);
      if (made !== undefined) return { inputBatchId: made, ...amount };
      const lgtin = links.lgtin(epcClass);
      const batch = lgtin && (await references.findByGtin(ctx.db, ctx.scope, lgtin.gtin, lgtin.lot));
      if (batch) return { inputBatchId: batch.batchId, ...amount };
      return { ...(lgtin ? { inputName: lgtin.gtin, lotNo: lgtin.lot } : { inputName: start(epcClass) }), ...amount };
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
  const run = ordinalFrom !== undefined && ordinalTo !== undefined && { subject: 'range', ordinalFrom, ordinalTo };
  const place = text('place');
  return { fields, run, step: text('step'), place: place && start(place) };
}
