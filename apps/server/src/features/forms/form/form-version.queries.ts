import type { FormVersion } from '@suyuan/contract';
import type { FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

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
