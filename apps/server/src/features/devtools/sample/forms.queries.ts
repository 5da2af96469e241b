import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/database.types.ts';

export async function insertForm(db: Db, row: Insertable<Database['form']>): Promise<number> {
  const { formId } = await db
    .insertInto('form')
    .values({ ...row, sample: true })
    .returning('formId')
    .executeTakeFirstOrThrow();
  return formId;
}

interface NewVersion {
  doc: string;
  note: string | null;
  publishBy: number;
  publishTime: string;
}

export async function publish(db: Db, formId: number, { doc, note, publishBy, publishTime }: NewVersion) {
  await sql`with next as (
      insert into form_version (form_id, version_no, doc, sha256, note, publish_by, publish_time)
      select ${formId}, (select coalesce(max(version_no), 0) + 1 from form_version where form_id = ${formId}), ${doc}::jsonb,
        encode(sha256(convert_to(${doc}::jsonb::text, 'UTF8')), 'hex'), ${note}, ${publishBy}, ${publishTime}::timestamptz
      returning version_no)
    update form set state = 'published', version_no = next.version_no from next where form_id = ${formId}`.execute(db);
}

/** Stores answers and updates the form's count. */
export async function insertAnswers(db: Db, formId: number, rows: Insertable<Database['formAnswer']>[]) {
  await db.insertInto('formAnswer').values(rows).execute();
  await db
    .updateTable('form')
    .set({ answerCount: sql<number>`answer_count + ${rows.length}` })
    .where('formId', '=', formId)
    .execute();
}

/** Removes sample forms with all answers, including those of other users. */
export async function remove(db: Db) {
  await sql`delete from form_answer where form_id in (select form_id from form where sample)`.execute(db);
  await sql`delete from form where sample`.execute(db);
}
