import { docFaultText, type FormChange, type FormState, type FormStep, formLifeCycle, forms } from '@suyuan/contract';
import { type DocChange, diffDocs, docFaults, type FormDoc, lostName, sameDoc } from '@suyuan/forms';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './form.queries.ts';
import * as versions from './form-version.queries.ts';

const MOST_VERSIONS = 200;
/** Greater than any version number. */
const MOST_PUBLISHED = 2 ** 31 - 1;

const stateWord = (state: FormState) => forms.word(`state.${state}`);

/**
 * Publishes the draft as the next, immutable version. New answers use it; existing ones keep theirs.
 * @throws notFound, recordStale, formStateWrong, formUnchanged, formEmpty, formFaulty, formFieldsLost
 */
export async function publish(
  ctx: Context,
  id: number,
  { note, lossy, version }: { note?: string | null | undefined; lossy?: boolean | undefined; version?: number | undefined },
) {
  const form = await locked(ctx, id, 'publish');
  if (version !== undefined && version !== form.version) throw new Problem('recordStale');
  if (form.doc.fields.length === 0) throw new Problem('formEmpty');
  const [fault, ...others] = docFaults(form.doc).filter(({ level }) => level === 'error');
  if (fault) throw new Problem('formFaulty', { count: others.length + 1, reason: docFaultText(ctx.t, fault) });
  const before = form.versionNo === null ? undefined : await versions.find(ctx.db, id, form.versionNo);
  if (before && sameDoc(before.doc, form.doc)) throw new Problem('formUnchanged', { versionNo: before.versionNo });
  const lost = before ? (await changesOf(ctx, id, before.doc, form.doc)).filter(({ answerCount }) => answerCount > 0) : [];
  if (lost.length > 0 && !lossy) throw new Problem('formFieldsLost', { count: lost.length, answers: mostAnswers(lost) });
  const { versionNo } = await versions.insert(ctx.db, id, { doc: form.doc, note: note ?? null, publishBy: ctx.actor.userId });
  await queries.move(ctx.db, id, { state: 'published', versionNo });
  return { versionNo };
}

/** Stops accepting answers; existing ones stay. @throws notFound, formStateWrong */
export async function close(ctx: Context, id: number) {
  await locked(ctx, id, 'close');
  await queries.move(ctx.db, id, { state: 'closed' });
}

/** @throws notFound, formStateWrong */
export async function reopen(ctx: Context, id: number) {
  await locked(ctx, id, 'reopen');
  await queries.move(ctx.db, id, { state: 'published' });
}

/** Changes of the draft since the published version, with the number of answers that lose data. @throws notFound */
export async function listChanges(ctx: Context, id: number): Promise<FormChange[]> {
  const { doc, versionNo } = orNotFound(await queries.find(ctx.db, ctx.scope, id));
  const before = versionNo === null ? undefined : await versions.find(ctx.db, id, versionNo);
  return before ? changesOf(ctx, id, before.doc, doc) : [];
}

/** Published versions, newest first. @throws notFound */
export async function listVersions({ db, scope }: Context, id: number) {
  orNotFound(await queries.find(db, scope, id));
  return versions.list(db, id, MOST_VERSIONS);
}

/** One version with its document and its changes since the previous one. @throws notFound */
export async function readVersion({ db, scope }: Context, id: number, versionNo: number) {
  orNotFound(await queries.find(db, scope, id));
  const version = orNotFound(await versions.find(db, id, versionNo));
  const before = versionNo > 1 ? await versions.find(db, id, versionNo - 1) : undefined;
  return { ...version, changes: before ? diffDocs(before.doc, version.doc) : [] };
}

const DOCS = 50;

/** Documents that have answers, and the newest one, in descending order, loaded lazily. The caller has checked the form's scope. */
export async function* listDocs(db: Context['db'], id: number): AsyncGenerator<{ versionNo: number; doc: FormDoc }> {
  let before = MOST_PUBLISHED;
  for (;;) {
    const some = await versions.listDocs(db, id, before, DOCS);
    yield* some;
    const last = some.at(-1);
    if (!last || some.length < DOCS) return;
    before = last.versionNo;
  }
}

async function changesOf({ db }: Context, id: number, before: FormDoc, after: FormDoc): Promise<FormChange[]> {
  const changes = diffDocs(before, after);
  const counted = await versions.countAnswered(db, id, changes.flatMap(heldBy));
  return changes.map((change) => ({ change, answerCount: Math.max(0, ...heldBy(change).map((name) => counted.get(name) ?? 0)) }));
}

/** The top-level field whose answers a change would drop; for a column, its table. */
const heldBy = (change: DocChange): string[] => lostName(change).map((name) => name.split('.')[0] ?? name);

const mostAnswers = (changes: FormChange[]) => Math.max(...changes.map(({ answerCount }) => answerCount));

/** Locks the form and checks that its state allows the step. */
async function locked({ db, scope, t, language }: Context, id: number, name: FormStep) {
  const form = orNotFound(await queries.lock(db, scope, id));
  const from: readonly FormState[] = formLifeCycle[name].from;
  if (from.includes(form.state)) return form;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(stateWord(state))));
  throw new Problem('formStateWrong', { state: stateWord(form.state), step: forms.word(`step.${name}`), allowed });
}
