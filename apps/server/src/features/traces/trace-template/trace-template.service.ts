import { type ChangesOf, docFaultText, type InputOf, type QueryOf, type TraceStep, traceDoc, traceTemplates } from '@suyuan/contract';
import { docFaults } from '@suyuan/forms';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import { safeDoc } from '../../../platform/html/safe-doc.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './trace-template.queries.ts';

type Templates = typeof traceTemplates;

export const list = ({ db, scope }: Context, query: QueryOf<Templates>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/** @throws traceTemplateNameTaken, traceStepNameTwice, traceStepFormFaulty, referenceNotFound */
export async function add({ db, actor, t }: Context, { version: _, steps, ...input }: InputOf<Templates>) {
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { templateId } = await nameOnce(input, queries.insert(db, { ...input, ...owner }));
  await lay(
    { db, t },
    templateId,
    steps.map(({ stepId: _id, ...step }) => step),
  );
  return templateId;
}

/**
 * Steps with records can be changed and moved, but not removed.
 * @throws notFound, recordStale, traceTemplateNameTaken, traceStepNameTwice, traceStepFormFaulty, traceStepInUse, referenceNotFound
 */
export async function edit({ db, scope, actor, t }: Context, id: number, changes: ChangesOf<Templates>) {
  const row = await nameOnce(changes, queries.update(db, scope, id, changes, actor.userId));
  await written(row, () => queries.find(db, scope, id));
  if (changes.steps) await lay({ db, t }, id, changes.steps);
}

/** @throws notFound when one of `ids` is not there or not in scope, traceTemplateInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  const used = { product_template_id_fkey: 'traceTemplateInUse', trace_record_step_id_fkey: 'traceTemplateInUse' } as const;
  const removed = await refusing(used, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

async function lay({ db, t }: Pick<Context, 'db' | 't'>, templateId: number, steps: TraceStep[]) {
  const known = await queries.stepIds(db, templateId);
  const twice = steps.find(({ stepName }, index) => steps.findIndex((other) => other.stepName === stepName) < index);
  if (twice) throw new Problem('traceStepNameTwice', { field: 'steps', stepName: twice.stepName });
  for (const { stepName, form } of steps) {
    const fault = docFaults(traceDoc(form)).find(({ level }) => level === 'error');
    if (fault) throw new Problem('traceStepFormFaulty', { field: 'steps', stepName, reason: docFaultText(t, fault) });
  }
  const foreign = steps.some(({ stepId }) => stepId !== undefined && !known.has(stepId));
  if (foreign) throw new Problem('referenceNotFound', { field: 'steps', title: traceTemplates.word('stepName') });
  const used = refusing(
    { trace_record_step_id_fkey: 'traceStepInUse' },
    { field: 'steps' },
    queries.replaceSteps(db, templateId, steps.map(safeStep)),
  );
  const noNode = { field: 'steps', title: traceTemplates.word('catalogueId') };
  const placed = refusing({ trace_step_catalogue_id_fkey: 'referenceNotFound' }, noNode, used);
  await refusing({ trace_step_role_id_fkey: 'referenceNotFound' }, { field: 'steps', title: traceTemplates.word('roleId') }, placed);
}

const safeStep = ({ form, ...step }: TraceStep): TraceStep => ({
  ...step,
  form: form.designer === 'forms' ? { ...form, doc: safeDoc(form.doc) } : form,
});

const nameOnce = <T>({ templateName }: ChangesOf<Templates>, write: Promise<T>) =>
  refusing({ trace_template_template_name_key: 'traceTemplateNameTaken' }, { field: 'templateName', templateName }, write);
