import { type ChangesOf, type Form, type FormState, type FormVersion, forms, type InputOf, type QueryOf } from '@suyuan/contract';
import type { FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

/** Published versions of a form. The caller has checked the form's scope. */
const selectVersion = (db: Db, formId: number) =>
  db
    .selectFrom('formVersion')
    .innerJoin('users', 'users.userId', 'formVersion.publishBy')
    .select(['formVersion.formId', 'formVersion.versionNo', 'sha256', 'note', 'users.userName as publishBy', 'publishTime'])
    .select(
      sql<number>`(select count(*) from form_answer a where a.form_id = form_version.form_id
        and a.version_no = form_version.version_no)`.as('answerCount'),
    )
    .where('formVersion.formId', '=', formId);

/** Newest first. */
export const listVersions = (db: Db, formId: number, limit: number): Promise<FormVersion[]> =>
  selectVersion(db, formId).orderBy('versionNo', 'desc').limit(limit).execute();

export const findVersion = (db: Db, formId: number, versionNo: number) =>
  selectVersion(db, formId)
    .select('formVersion.doc')
    // stored documents were validated by the contract
    .$narrowType<{ doc: FormDoc }>()
    .where('formVersion.versionNo', '=', versionNo)
    .executeTakeFirst();

/** Documents with answers before version `before`, and the newest one, in descending order. */
export const listDocs = (db: Db, formId: number, before: number, limit: number) =>
  db
    .selectFrom('formVersion')
    .select(['versionNo', 'doc'])
    .$narrowType<{ doc: FormDoc }>()
    .where('formId', '=', formId)
    .where('versionNo', '<', before)
    .where(
      sql<boolean>`(exists (select from form_answer a where a.form_id = form_version.form_id and a.version_no = form_version.version_no)
        or version_no = (select max(v.version_no) from form_version v where v.form_id = form_version.form_id))`,
    )
    .orderBy('versionNo', 'desc')
    .limit(limit)
    .execute();

/** Numbers are consecutive. The caller holds the form's lock. */
export const insertVersion = (db: Db, formId: number, { doc, note, publishBy }: { doc: FormDoc; note: string | null; publishBy: number }) =>
  db
    .insertInto('formVersion')
    .columns(['formId', 'versionNo', 'doc', 'sha256', 'note', 'publishBy'])
    .expression(
      db.selectNoFrom([
        sql<number>`${formId}::bigint`.as('formId'),
        sql<number>`(select coalesce(max(version_no), 0) + 1 from form_version where form_id = ${formId})`.as('versionNo'),
        sql<string>`${JSON.stringify(doc)}::jsonb`.as('doc'),
        sql<string>`encode(sha256(convert_to(${JSON.stringify(doc)}::jsonb::text, 'UTF8')), 'hex')`.as('sha256'),
        sql<string | null>`${note}::text`.as('note'),
        sql<number>`${publishBy}::bigint`.as('publishBy'),
      ]),
    )
    .returning('versionNo')
    .executeTakeFirstOrThrow();

/** Number of answers with a value, by name. */
export async function countAnswers(db: Db, formId: number, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) as count from form_answer a, unnest(${names}::text[]) as name
    where a.form_id = ${formId} and a.data ? name group by name`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

type Forms = typeof forms;

const visible = (scope: DataScope) => inScope(scope, { dept: 'form.deptId', user: 'form.createBy' });

/** Forms in wire format, without documents. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('form')
    .innerJoin('users as maker', 'maker.userId', 'form.createBy')
    .leftJoin('users as editor', 'editor.userId', 'form.updateBy')
    .select(storedFields(forms, 'form', ['doc', 'roleIds']))
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    .select([
      sql<boolean>`form.version_no is null or form.doc is distinct from
        (select v.doc from form_version v where v.form_id = form.form_id and v.version_no = form.version_no)`.as('changed'),
      sql<number[]>`array(select r.role_id from form_role r where r.form_id = form.form_id order by r.role_id)`.as('roleIds'),
      sql<string | null>`(select max(a.create_time) from form_answer a where a.form_id = form.form_id)`.as('lastAnswerTime'),
    ])
    // check constraints guarantee states and audiences
    .$castTo<Omit<Form, 'doc'>>()
    .where(visible(scope));

export const list = (db: Db, scope: DataScope, { paging, ...filters }: QueryOf<Forms>) =>
  page(whereFields(select(db, scope), forms, 'form', filters), 'formId', paging);

export const find = (db: Db, scope: DataScope, id: number) =>
  select(db, scope)
    .select('form.doc')
    // stored documents were validated by the contract
    .$castTo<Omit<Form, 'doc'> & { doc: FormDoc }>()
    .where('form.formId', '=', id)
    .executeTakeFirst();

/** Locks a form in scope until the transaction ends, to serialize its state changes. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('form')
    .select(['formId', 'formName', 'state', 'versionNo', 'doc', 'version'])
    .$narrowType<{ state: FormState; doc: FormDoc }>()
    .where('formId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();

type Row = Omit<InputOf<Forms>, 'version' | 'roleIds' | 'doc'>;

export const insert = (db: Db, { doc, ...row }: Row & { doc: FormDoc; deptId: number | null; createBy: number }) =>
  db
    .insertInto('form')
    .values({ ...row, doc: JSON.stringify(doc) })
    .returning('formId')
    .executeTakeFirstOrThrow();

/** Undefined if no such form is in scope at that revision. */
export const update = (db: Db, scope: DataScope, id: number, { version, roleIds: _, doc, ...changes }: ChangesOf<Forms>, userId: number) =>
  db
    .updateTable('form')
    .set({ ...changes, ...(doc && { doc: JSON.stringify(doc) }), ...revisionColumns(userId) })
    .where('formId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('formId')
    .executeTakeFirst();

export async function replaceRoles(db: Db, formId: number, roleIds: number[]) {
  await db.deleteFrom('formRole').where('formId', '=', formId).execute();
  if (roleIds.length === 0) return;
  await db
    .insertInto('formRole')
    .values([...new Set(roleIds)].map((roleId) => ({ formId, roleId })))
    .execute();
}

/** Changes the state of a locked form. The new revision makes open editors stale. */
export const updateState = (db: Db, id: number, to: { state: FormState; versionNo?: number }) =>
  db
    .updateTable('form')
    .set({ ...to, version: sql<number>`version + 1` })
    .where('formId', '=', id)
    .execute();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('form').where('formId', 'in', ids).where(visible(scope)).returning('formId').execute();
