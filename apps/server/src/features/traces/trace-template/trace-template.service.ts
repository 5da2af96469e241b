import { type ChangesOf, docFaultText, type InputOf, type TraceStep, traceDoc, traceTemplates } from '@suyuan/contract';
import { docFaults } from '@suyuan/forms';
import { safeDoc } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import { mapEachError, recordService } from '../../../platform/http/record-service.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './trace-template.queries.ts';

type Templates = typeof traceTemplates;

const service = recordService(queries.templates, {
  used: { product_template_id_fkey: 'traceTemplateInUse', trace_record_step_id_fkey: 'traceTemplateInUse' },
  ignored: { add: ['steps'], edit: ['steps'] },
});

export const { table, list, read, remove } = service;

/** @throws traceTemplateNameTaken, traceStepNameTwice, traceStepFormFaulty, referenceNotFound */
export async function add(ctx: Context, input: InputOf<Templates>) {
  const templateId = await service.add(ctx, input);
  const steps = input.steps.map(({ stepId: _id, ...step }) => step);
  await saveSteps(ctx, templateId, steps);
  return templateId;
}

/**
 * Steps with records can be changed and moved, but not removed.
 * @throws notFound, recordStale, traceTemplateNameTaken, traceStepNameTwice, traceStepFormFaulty, traceStepInUse, referenceNotFound
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Templates>) {
  await service.edit(ctx, id, changes);
  if (changes.steps) await saveSteps(ctx, id, changes.steps);
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
  const reference = (name: 'catalogueId' | 'roleId') => ({ field: 'steps', title: traceTemplates.word(name) });
  await mapEachError(
    [
      [{ trace_record_step_id_fkey: 'traceStepInUse' }, { field: 'steps' }],
      [{ trace_step_catalogue_id_fkey: 'referenceNotFound' }, reference('catalogueId')],
      [{ trace_step_role_id_fkey: 'referenceNotFound' }, reference('roleId')],
    ],
    queries.replaceSteps(db, templateId, steps.map(safeStep)),
  );
}

const safeStep = ({ form, ...step }: TraceStep): TraceStep => ({
  ...step,
  form: form.designer === 'forms' ? { ...form, doc: safeDoc(form.doc) } : form,
});
