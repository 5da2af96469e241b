import { type Form, type FormState, type FormVersion, forms } from '@suyuan/contract';
import type { FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type Caller, recordTable } from '../../../platform/db/record-table.ts';
import type { DataScope } from '../../../platform/db/scope.ts';

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

export const formTable = recordTable(forms, 'form', {
  owned: true,
  columns: {
    changed: sql`form.version_no is null or form.doc is distinct from
      (select v.doc from form_version v where v.form_id = form.form_id and v.version_no = form.version_no)`,
    roleIds: sql`array(select r.role_id from form_role r where r.form_id = form.form_id order by r.role_id)`,
    lastAnswerTime: sql`(select max(a.create_time) from form_answer a where a.form_id = form.form_id)`,
  },
  detail: { doc: sql.ref('form.doc') },
});

/** Stored documents were validated by the contract. */
export const find = (caller: Caller, id: number) => formTable.find(caller, id) as Promise<(Form & { doc: FormDoc }) | undefined>;

/** Locks a form in scope until the transaction ends, to serialize its state changes. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('form')
    .select(['formId', 'formName', 'state', 'versionNo', 'doc', 'version'])
    .$narrowType<{ state: FormState; doc: FormDoc }>()
    .where('formId', '=', id)
    .where(formTable.visible({ db, scope }))
    .forUpdate()
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
