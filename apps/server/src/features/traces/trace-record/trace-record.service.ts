import {
  type ChangesOf,
  type InputOf,
  type Language,
  missingWord,
  type QueryOf,
  type TraceForm,
  type TraceRecord,
  traceFields,
  traceRecords,
  validateTrace,
} from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { safeAnswers } from '../../../platform/html/safe-html.ts';
import type { Actor, Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import { isRegion, regionFullName } from '../../scans/place/regions.ts';
import * as fileService from '../../system/file/file.service.ts';
import { type CircleCheck, validateInputs, validateMoved, validateWithLock } from './trace-input.service.ts';
import * as queries from './trace-record.queries.ts';
import * as partsQueries from './trace-record-parts.queries.ts';
import * as references from './trace-reference.queries.ts';

type SubjectInput = Pick<InputOf<typeof traceRecords>, 'subject' | 'level' | 'ordinalFrom' | 'ordinalTo' | 'code'>;
type Subject = Pick<queries.RecordColumns, 'subject' | 'level' | 'ordinalFrom' | 'count'>;

/**
 * Resolves the codes of a record; resulting ordinals start at 0.
 * @throws invalidInput, codeUnreadable, traceCodeElsewhere, traceSubjectWhole, traceSubjectWrong, rangeBackwards, levelWithoutCodes, rangeOutside
 */
async function subjectOf({ db, installation, t }: Context, batch: references.TracedBatch, input: SubjectInput): Promise<Subject> {
  const { batchId } = batch;
  const { subject, code } = input;
  if (subject === 'batch') {
    const field = (['level', 'ordinalFrom', 'ordinalTo', 'code'] as const).find((name) => input[name] != null);
    if (field) throw new Problem('traceSubjectWhole', { field, title: traceRecords.word(field) });
    return { subject, level: null, ordinalFrom: null, count: null };
  }
  const codePlace = code ? await locate(code) : undefined;
  const level = subject === 'container' ? (codePlace?.level ?? input.level ?? missing('level')) : 0;
  if (codePlace && codePlace.level > 0 !== (subject === 'container')) throw new Problem('traceSubjectWrong', { field: 'code' });
  const from = codePlace ? codePlace.ordinal + 1 : (input.ordinalFrom ?? missing('ordinalFrom'));
  const to = subject === 'range' ? (input.ordinalTo ?? missing('ordinalTo')) : from;
  if (to < from) throw new Problem('rangeBackwards', { field: 'ordinalTo', from, to });
  const last = await lastOrdinal(db, batch, level);
  if (to > last) throw new Problem('rangeOutside', { field: subject === 'range' ? 'ordinalTo' : 'ordinalFrom', from, to, last });
  return { subject, level, ordinalFrom: from - 1, count: to - from + 1 };

  async function locate(text: string) {
    const place = await codeService.locate(db, installation, text);
    if (!place) throw new Problem('codeUnreadable', { field: 'code', code: text });
    if (place.batchId !== batchId) throw new Problem('traceCodeElsewhere', { field: 'code', code: text });
    return place;
  }
  function missing(field: string): never {
    // the form labels the ordinal of a code or container differently from the first one of a range
    const word = traceRecords.word(field === 'ordinalFrom' && subject !== 'range' ? 'ordinal' : field);
    throw new Problem('invalidInput', { field, message: t(missingWord(word), { field: t(word) }) });
  }
}

/** @throws levelWithoutCodes */
export async function lastOrdinal(db: Db, { batchId, batchNo }: references.TracedBatch, level: number): Promise<number> {
  const last = await references.lastOrdinal(db, batchId, level);
  if (last === 0) throw new Problem('levelWithoutCodes', { field: 'level', batchNo, level: traceRecords.word(`level.${level}`) });
  return last;
}

type Noun = typeof traceRecords;

export const table = 'traceRecord';
type Input = InputOf<Noun>;

interface Origin {
  source: TraceRecord['source'];
  eventId?: string;
}

export const withRegionName = (row: queries.Row, language: Language): TraceRecord => ({
  ...row,
  regionName: row.regionCode && regionFullName(row.regionCode, language),
});

export const listToVerify = ({ db, scope, actor }: Context, limit: number) => queries.listToVerify(db, scope, actor.userId, limit);

export async function list(ctx: Context, query: QueryOf<Noun>) {
  const { rows, total } = await queries.list(ctx, query);
  return { rows: rows.map((row) => withRegionName(row, ctx.language)), total };
}

/** @throws notFound */
export const read = async (ctx: Context, id: number) => withRegionName(orNotFound(await queries.find(ctx, id)), ctx.language);

/**
 * Required fields may be empty in a draft, but values must be valid.
 * @throws referenceNotFound, traceBatchCancelled, positionHalf, traceStepForeign, traceFillerWrong, traceFieldWrong, traceFileWrong, traceInputCircle, what `subjectOf` does
 */
export async function add(
  ctx: Context,
  { version: _, ...input }: Input,
  origin: Origin = { source: 'console' },
  validate = validateWithLock,
) {
  const { db, actor } = ctx;
  const { row, files } = await toRow(ctx, input, input.data, validate);
  const { traceRecordId } = await queries.insert(db, { ...row, ...origin, deptId: actor.deptId, createBy: actor.userId });
  await partsQueries.replaceFiles(db, traceRecordId, files);
  await partsQueries.replaceInputs(db, traceRecordId, input.inputs ?? []);
  return traceRecordId;
}

/** Changes a draft; absent fields are kept. @throws notFound, recordStale, traceFixed, and what `add` does */
export async function edit(ctx: Context, id: number, { version, ...changes }: ChangesOf<Noun>) {
  const { db, scope, actor } = ctx;
  const draft = orNotFound(await queries.lock(db, scope, id));
  if (draft.state !== 'draft') throw new Problem('traceFixed');
  // the stored time is in wire format already, and an absent subject is unchanged
  const subject: Partial<Input> =
    changes.subject === undefined && changes.code === undefined && changes.ordinalFrom === undefined && changes.ordinalTo === undefined
      ? {
          subject: draft.subject,
          ...(draft.level !== null && draft.level > 0 && { level: draft.level }),
          ...(draft.ordinalFrom !== null && { ordinalFrom: draft.ordinalFrom + 1, ordinalTo: draft.ordinalFrom + (draft.count ?? 1) }),
        }
      : {};
  const { batchId, stepId, eventTime, placeName, regionCode, lng, lat, channelBusinessId, data } = draft;
  const stored = { batchId, stepId, subject: draft.subject, eventTime, placeName, regionCode, lng, lat, channelBusinessId, data };
  const merged = { ...stored, ...subject, ...changes };
  const correctionOf = draft.correctsId === null ? undefined : { batchId, stepId };
  const { row, files } = await toRow(ctx, merged, changes.data, validateWithLock, correctionOf);
  if (!changes.inputs && merged.batchId !== batchId) await validateMoved(ctx, merged.batchId, id);
  await orStale(await queries.update(db, id, version, row, actor.userId), () => queries.find(ctx, id));
  if (changes.files) await partsQueries.replaceFiles(db, id, files);
  if (changes.inputs) await partsQueries.replaceInputs(db, id, changes.inputs);
}

/** @throws notFound when one of `ids` is not there or not in scope, traceFixed when one is no draft */
export async function remove({ db, scope }: Context, ids: number[]) {
  const removed = await queries.remove(db, scope, ids);
  if (removed.length === ids.length) return;
  throw new Problem((await queries.countVisible(db, scope, ids)) + removed.length < ids.length ? 'notFound' : 'traceFixed');
}

/**
 * Validates a record and returns its columns.
 * @param newData answers of this request, which must be fields of the step; stored ones may be of an older form
 * @param correctionOf batch and step of a correction, which cannot change
 */
async function toRow(
  ctx: Context,
  input: Input,
  newData: Input['data'],
  validate: CircleCheck,
  correctionOf?: { batchId: number; stepId: number },
) {
  const { db, scope } = ctx;
  const reference = (field: string) => new Problem('referenceNotFound', { field, title: traceRecords.word(field) });
  const batch = await references.findBatch(db, scope, input.batchId);
  if (!batch) throw reference('batchId');
  if (!correctionOf && batch.state === 'cancelled') throw new Problem('traceBatchCancelled', { field: 'batchId', batchNo: batch.batchNo });
  if (correctionOf && (correctionOf.batchId !== input.batchId || correctionOf.stepId !== input.stepId))
    throw new Problem('traceCorrectionMoved', { field: 'stepId' });
  const step = await references.findStep(db, input.stepId);
  if (!step) throw reference('stepId');
  if (!correctionOf) validateStep(step, batch);
  assertFiller(ctx.actor, step);
  const dealerName = input.channelBusinessId ? await dealerService.nameOf(ctx, input.channelBusinessId) : undefined;
  if (input.channelBusinessId && !dealerName) throw reference('channelBusinessId');
  if (input.regionCode && !isRegion(input.regionCode)) throw reference('regionCode');
  const subject = await subjectOf(ctx, batch, input);
  await validateInputs(ctx, input.batchId, input.inputs ?? [], validate);
  const files = await filesOf(ctx, input);
  ensureFieldsOf(ctx, step.form, newData ?? {});
  const data = validateForm(ctx, step.form, input.data ?? {}, [], false);
  const { eventTime, placeName = null, regionCode = null, lng = null, lat = null, channelBusinessId = null } = input;
  if ((lng === null) !== (lat === null)) throw new Problem('positionHalf', { field: lng === null ? 'lng' : 'lat' });
  const party = { supplier: batch.supplierName, channelBusiness: dealerName, role: ctx.actor.deptName, any: ctx.actor.deptName };
  const row: queries.RecordColumns = {
    ...{ batchId: input.batchId, stepId: input.stepId, eventTime, placeName, regionCode, channelBusinessId },
    ...{ lng, lat },
    ...subject,
    ...{ stepName: step.stepName, filler: step.filler, partyName: party[step.filler] ?? null },
    ...{ bizStep: step.bizStep, disposition: step.disposition, form: JSON.stringify(step.form), data: JSON.stringify(data) },
  };
  return { row, files };
}

/** A step must belong to the product's template, or to any active template if the product has none. */
function validateStep({ templateId, templateName, status }: references.TracedStep, batch: references.TracedBatch) {
  if (batch.templateId !== null && batch.templateId !== templateId)
    throw new Problem('traceStepForeign', { field: 'stepId', templateName, categoryName: batch.categoryName });
  if (status !== '0') throw new Problem('traceTemplateOff', { field: 'stepId', templateName });
}

/** @throws traceFillerWrong where the step belongs to another role */
export function assertFiller(actor: Actor, { filler, roleId, roleName, stepName }: references.TracedStep) {
  if (filler !== 'role' || actor.admin || actor.roles.some((role) => role.roleId === roleId)) return;
  throw new Problem('traceFillerWrong', { field: 'stepId', stepName, roleName });
}

/** @throws invalidInput naming an answer that the form has no field for */
function ensureFieldsOf({ t }: Pick<Context, 't'>, form: TraceForm, data: TraceRecord['data']) {
  const names = new Set(traceFields(form).map(({ name }) => name));
  const unknown = Object.keys(data).find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new Problem('invalidInput', { field: `data.${unknown}`, message: t('issue.undeclared', { field: unknown }) });
}

/** @param files of the record, some of them for form fields @throws traceFieldMissing, traceFieldWrong */
export function validateForm(
  { t }: Pick<Context, 't'>,
  form: TraceForm,
  answers: TraceRecord['data'],
  files: readonly partsQueries.FileOfRecord[],
  requireAll: boolean,
): TraceRecord['data'] {
  const byField = new Map<string, string[]>();
  for (const { field, path } of files) if (field) byField.set(field, [...(byField.get(field) ?? []), path]);
  const safeData = form.designer === 'forms' ? safeAnswers(form.doc.fields, answers) : answers;
  const { data, fault } = validateTrace(t, form, safeData, byField, requireAll);
  if (!fault) return data;
  const { path, title, missing, reason } = fault;
  throw new Problem(missing ? 'traceFieldMissing' : 'traceFieldWrong', { field: `data.${path}`, title, reason });
}

/** Stored files by path. @throws traceFileWrong */
async function filesOf({ db }: Context, { files = [] }: Input): Promise<partsQueries.FileOfRecord[]> {
  const paths = files.map(({ fileName }) => fileService.pathOf(fileName));
  const typeByPath = await fileService.kindsOf(db, paths);
  return files.map(({ kind, field = null }, index) => {
    const path = paths[index] ?? '';
    const type = typeByPath.get(path);
    if (!type || (kind === 'picture' && !type.startsWith('image/')))
      throw new Problem('traceFileWrong', { field: 'files', place: index + 1 });
    return { path, kind, field };
  });
}
