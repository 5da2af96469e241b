import { type ChangesOf, docFaultText, type FormChange, formLifeCycle, forms, type InputOf } from '@suyuan/contract';
import { type DocChange, diffDocs, docFaults, emptyDoc, type FormDoc, lostFieldNames, sameDoc } from '@suyuan/forms';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { safeDoc } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './form.queries.ts';

const MAX_VERSIONS = 200;
/** Greater than any version number. */
const MAX_VERSION_NO = 2 ** 31 - 1;

/**
 * Publishing makes the draft the next, immutable version. New answers use it; existing ones keep theirs, and stay after closing.
 * @throws notFound, formStateWrong, recordStale, formUnchanged, formEmpty, formFaulty, formFieldsLost
 */
export const steps = lifeCycleSteps(
  formLifeCycle,
  { lock: ({ db, scope }, id) => queries.lock(db, scope, id), move: queries.updateState },
  {
    async publish({ ctx, id, row: form, body: { note, lossy, version } }) {
      if (version !== undefined && version !== form.version) throw new Problem('recordStale');
      if (form.doc.fields.length === 0) throw new Problem('formEmpty');
      const [fault, ...others] = docFaults(form.doc).filter(({ level }) => level === 'error');
      if (fault) throw new Problem('formFaulty', { count: others.length + 1, reason: docFaultText(ctx.t, fault) });
      const before = form.versionNo === null ? undefined : await queries.findVersion(ctx.db, id, form.versionNo);
      if (before && sameDoc(before.doc, form.doc)) throw new Problem('formUnchanged', { versionNo: before.versionNo });
      const lossyChanges = before ? (await changesOf(ctx, id, before.doc, form.doc)).filter(({ answerCount }) => answerCount > 0) : [];
      if (lossyChanges.length > 0 && !lossy)
        throw new Problem('formFieldsLost', { count: lossyChanges.length, answers: maxAnswers(lossyChanges) });
      const { versionNo } = await queries.insertVersion(ctx.db, id, { doc: form.doc, note: note ?? null, publishBy: ctx.actor.userId });
      await queries.updateState(ctx.db, id, { state: 'published', versionNo });
      return { versionNo };
    },
    close: () => ({}),
    reopen: () => ({}),
  },
);

/** Changes of the draft since the published version, with the number of answers that lose data. @throws notFound */
export async function listChanges(ctx: Context, id: number): Promise<FormChange[]> {
  const { doc, versionNo } = orNotFound(await queries.find(ctx, id));
  const before = versionNo === null ? undefined : await queries.findVersion(ctx.db, id, versionNo);
  return before ? changesOf(ctx, id, before.doc, doc) : [];
}

/** Published versions, newest first. @throws notFound */
export async function listVersions(ctx: Context, id: number) {
  await read(ctx, id);
  return queries.listVersions(ctx.db, id, MAX_VERSIONS);
}

/** One version with its document and its changes since the previous one. @throws notFound */
export async function readVersion(ctx: Context, id: number, versionNo: number) {
  const { db } = ctx;
  await read(ctx, id);
  const version = orNotFound(await queries.findVersion(db, id, versionNo));
  const before = versionNo > 1 ? await queries.findVersion(db, id, versionNo - 1) : undefined;
  return { ...version, changes: before ? diffDocs(before.doc, version.doc) : [] };
}

const DOCS_PER_QUERY = 50;

/** Documents that have answers, and the newest one, in descending order, loaded lazily. The caller has checked the form's scope. */
export async function* listDocs(db: Context['db'], id: number): AsyncGenerator<{ versionNo: number; doc: FormDoc }> {
  let before = MAX_VERSION_NO;
  for (;;) {
    const page = await queries.listDocs(db, id, before, DOCS_PER_QUERY);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < DOCS_PER_QUERY) return;
    before = last.versionNo;
  }
}

async function changesOf({ db }: Context, id: number, before: FormDoc, after: FormDoc): Promise<FormChange[]> {
  const changes = diffDocs(before, after);
  const countsByName = await queries.countAnswers(db, id, changes.flatMap(affectedFields));
  return changes.map((change) => ({
    change,
    answerCount: Math.max(0, ...affectedFields(change).map((name) => countsByName.get(name) ?? 0)),
  }));
}

/** The top-level field whose answers a change would drop; for a column, its table. */
const affectedFields = (change: DocChange): string[] => lostFieldNames(change).map((name) => name.split('.')[0] ?? name);

const maxAnswers = (changes: FormChange[]) => Math.max(...changes.map(({ answerCount }) => answerCount));

type Forms = typeof forms;

const service = recordService(queries.formTable, {
  used: { form_answer_form_id_version_no_fkey: 'formInUse' },
  ignored: { add: ['roleIds'], edit: ['roleIds'] },
});

export const { table, list, read, remove } = service;

/** Adds a draft in the creator's department. @throws formKeyTaken, formTimesWrong, formRolesMissing, referenceNotFound */
export async function add(ctx: Context, { doc = emptyDoc(), ...input }: InputOf<Forms>) {
  const { roleIds = [] } = input;
  validateAudience(input.audience ?? 'all', roleIds);
  const formId = await mapTimesError(input, service.add(ctx, { ...input, doc: safeDoc(doc) }));
  await mapRoleErrors(queries.replaceRoles(ctx.db, formId, roleIds));
  return formId;
}

/**
 * Changes the draft, its audience and times. The published version stays until the next `publish`.
 * @throws notFound, recordStale, formKeyFixed, and the errors of `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Forms>) {
  orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  const before = await read(ctx, id);
  if (changes.formKey !== undefined && changes.formKey !== before.formKey && before.versionNo !== null)
    throw new Problem('formKeyFixed', { field: 'formKey', formKey: before.formKey });
  const audience = changes.audience ?? before.audience;
  const roleIds = changes.roleIds ?? before.roleIds;
  validateAudience(audience, roleIds);
  const sanitized = changes.doc ? { ...changes, doc: safeDoc(changes.doc) } : changes;
  await mapTimesError(changes, service.edit(ctx, id, sanitized));
  if (changes.roleIds) await mapRoleErrors(queries.replaceRoles(ctx.db, id, changes.roleIds));
}

function validateAudience(audience: string, roleIds: number[]) {
  if (audience === 'roles' && roleIds.length === 0) throw new Problem('formRolesMissing', { field: 'roleIds' });
}

const mapTimesError = <T>({ openTime, closeTime }: ChangesOf<Forms>, write: Promise<T>) =>
  mapConstraintErrors(
    { form_close_time_check: 'formTimesWrong' },
    { field: 'closeTime', openTime: openTime ?? '…', closeTime: closeTime ?? '…' },
    write,
  );

const mapRoleErrors = <T>(write: Promise<T>) =>
  mapConstraintErrors({ form_role_role_id_fkey: 'referenceNotFound' }, { field: 'roleIds', title: forms.word('roleIds') }, write);
