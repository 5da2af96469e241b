import { type TraceStep, traceTemplates } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains } from '../../../platform/db/page.ts';
import { recordTable } from '../../../platform/db/record-table.ts';

const steps = sql`(select coalesce(jsonb_agg(jsonb_build_object('stepId', s.step_id, 'stepName', s.step_name, 'catalogueId', s.catalogue_id,
  'required', s.required, 'filler', s.filler, 'roleId', s.role_id, 'form', s.form, 'pictureMin', s.picture_min,
  'pictureMax', s.picture_max, 'bizStep', s.biz_step, 'disposition', s.disposition, 'public', s.public) order by s.order_num), '[]')
  from trace_step s where s.template_id = trace_template.template_id)`;

/** With their steps in order. */
export const templates = recordTable(traceTemplates, 'traceTemplate', {
  owned: true,
  columns: {
    steps,
    stepCount: sql`(select count(*) from trace_step s where s.template_id = trace_template.template_id)`,
    categoryCount: sql`(select count(*) from product c where c.template_id = trace_template.template_id)`,
    recordCount: sql`(select count(*) from trace_record r join trace_step s using (step_id)
      where s.template_id = trace_template.template_id)`,
  },
  conditions: {
    stepId: (id) => sql`exists (select from trace_step s where s.template_id = trace_template.template_id and s.step_id = ${id})`,
    text: (part) => sql`(${contains('traceTemplate.templateName', part)} or exists (select from trace_step s
      where s.template_id = trace_template.template_id and ${contains('s.stepName', part)}))`,
  },
});

const stepRow = ({ stepId: _, form, catalogueId, roleId, disposition, filler, ...step }: TraceStep) => ({
  ...step,
  filler,
  form: JSON.stringify(form),
  catalogueId: catalogueId ?? null,
  roleId: filler === 'role' ? (roleId ?? null) : null,
  disposition: disposition ?? null,
});

export async function stepIds(db: Db, templateId: number): Promise<Set<number>> {
  const rows = await db.selectFrom('traceStep').select('stepId').where('templateId', '=', templateId).execute();
  return new Set(rows.map(({ stepId }) => stepId));
}

/** Replaces the steps of a template, in order; steps with an id keep it. */
export async function replaceSteps(db: Db, templateId: number, steps: TraceStep[]) {
  const remainingIds = steps.flatMap(({ stepId }) => (stepId === undefined ? [] : [stepId]));
  await db
    .deleteFrom('traceStep')
    .where('templateId', '=', templateId)
    .$if(remainingIds.length > 0, (query) => query.where('stepId', 'not in', remainingIds))
    .execute();
  for (const [index, step] of steps.entries()) {
    const row = { ...stepRow(step), templateId, orderNum: index + 1 };
    if (step.stepId === undefined) await db.insertInto('traceStep').values(row).execute();
    else await db.updateTable('traceStep').set(row).where('stepId', '=', step.stepId).where('templateId', '=', templateId).execute();
  }
}
