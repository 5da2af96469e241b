import { type ChangesOf, docFaultText, type InputOf, type QueryOf, type TraceStep, traceDoc, traceTemplates } from '@suyuan/contract';
import { docFaults } from '@suyuan/forms';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { mapUniqueErrors } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { safeDoc } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './trace-template.queries.ts';

type Templates = typeof traceTemplates;

export const table = 'traceTemplate';

export const list = ({ db, scope }: Context, query: QueryOf<Templates>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/** @throws traceTemplateNameTaken, traceStepNameTwice, traceStepFormFaulty, referenceNotFound */
export async function add({ db, actor, t }: Context, { version: _, steps, ...input }: InputOf<Templates>) {
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { templateId } = await refuseDuplicateName(input, queries.insert(db, { ...input, ...owner }));
  await saveSteps(
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
  const row = await refuseDuplicateName(changes, queries.update(db, scope, id, changes, actor.userId));
  await orStale(row, () => queries.find(db, scope, id));
  if (changes.steps) await saveSteps({ db, t }, id, changes.steps);
}

/** @throws notFound when one of `ids` is not there or not in scope, traceTemplateInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  const inUseProblems = { product_template_id_fkey: 'traceTemplateInUse', trace_record_step_id_fkey: 'traceTemplateInUse' } as const;
  const removed = await mapConstraintErrors(inUseProblems, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

async function saveSteps({ db, t }: Pick<Context, 'db' | 't'>, templateId: number, steps: TraceStep[]) {
  const existingIds = await queries.stepIds(db, templateId);
  const duplicate = steps.find(({ stepName }, index) => steps.findIndex((other) => other.stepName === stepName) < index);
  if (duplicate) throw new Problem('traceStepNameTwice', { field: 'steps', stepName: duplicate.stepName });
  for (const { stepName, form } of steps) {
    const fault = docFaults(traceDoc(form)).find(({ level }) => level === 'error');
    if (fault) throw new Problem('traceStepFormFaulty', { field: 'steps', stepName, reason: docFaultText(t, fault) });
  }
  const hasForeignStep = steps.some(({ stepId }) => stepId !== undefined && !existingIds.has(stepId));
  if (hasForeignStep) throw new Problem('referenceNotFound', { field: 'steps', title: traceTemplates.word('stepName') });
  const replacement = mapConstraintErrors(
    { trace_record_step_id_fkey: 'traceStepInUse' },
    { field: 'steps' },
    queries.replaceSteps(db, templateId, steps.map(safeStep)),
  );
  const categoryProblem = { field: 'steps', title: traceTemplates.word('catalogueId') };
  const withCategory = mapConstraintErrors({ trace_step_catalogue_id_fkey: 'referenceNotFound' }, categoryProblem, replacement);
  await mapConstraintErrors(
    { trace_step_role_id_fkey: 'referenceNotFound' },
    { field: 'steps', title: traceTemplates.word('roleId') },
    withCategory,
  );
}

const safeStep = ({ form, ...step }: TraceStep): TraceStep => ({
  ...step,
  form: form.designer === 'forms' ? { ...form, doc: safeDoc(form.doc) } : form,
});

const refuseDuplicateName = <T>(values: ChangesOf<Templates>, write: Promise<T>) =>
  mapUniqueErrors(traceTemplates, 'trace_template', values, write);
