import { type ChangesOf, type InputOf, type QueryOf, type RecordOf, type TraceStep, traceTemplates } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Templates = typeof traceTemplates;

const visible = (scope: DataScope) => inScope(scope, { dept: 'traceTemplate.deptId', user: 'traceTemplate.createBy' });

/** Templates in wire format, steps in order. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('traceTemplate')
    .innerJoin('users as maker', 'maker.userId', 'traceTemplate.createBy')
    .leftJoin('users as editor', 'editor.userId', 'traceTemplate.updateBy')
    .select(storedFields(traceTemplates, 'traceTemplate', ['steps']))
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    .select([
      sql<
        TraceStep[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('stepId', s.step_id, 'stepName', s.step_name, 'catalogueId', s.catalogue_id,
        'required', s.required, 'filler', s.filler, 'roleId', s.role_id, 'form', s.form, 'pictureMin', s.picture_min,
        'pictureMax', s.picture_max, 'bizStep', s.biz_step, 'disposition', s.disposition, 'public', s.public) order by s.order_num), '[]')
        from trace_step s where s.template_id = trace_template.template_id)`.as('steps'),
      sql<number>`(select count(*) from trace_step s where s.template_id = trace_template.template_id)`.as('stepCount'),
      sql<number>`(select count(*) from product c where c.template_id = trace_template.template_id)`.as('categoryCount'),
      sql<number>`(select count(*) from trace_record r join trace_step s using (step_id)
        where s.template_id = trace_template.template_id)`.as('recordCount'),
    ])
    // check constraints guarantee these values
    .$castTo<RecordOf<Templates>>()
    .where(visible(scope));

export const list = (db: Db, scope: DataScope, { paging, ...filters }: QueryOf<Templates>) =>
  page(whereFields(select(db, scope), traceTemplates, 'traceTemplate', filters), 'templateId', paging);

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('templateId', '=', id).executeTakeFirst();

type Row = Omit<InputOf<Templates>, 'steps' | 'version'>;

export const insert = (db: Db, row: Row & { deptId: number | null; createBy: number }) =>
  db.insertInto('traceTemplate').values(row).returning('templateId').executeTakeFirstOrThrow();

/** Undefined for an unknown id, out of scope, or another version. */
export const update = (db: Db, scope: DataScope, id: number, { version, steps: _, ...changes }: ChangesOf<Templates>, userId: number) =>
  db
    .updateTable('traceTemplate')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('templateId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('templateId')
    .executeTakeFirst();

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

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('traceTemplate').where('templateId', 'in', ids).where(visible(scope)).returning('templateId').execute();
