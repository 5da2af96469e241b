import { type FormState, formAnswers } from '@suyuan/contract';
import type { Answers, FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains } from '../../../platform/db/page.ts';
import { type ActingCaller, joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { ownedInScope } from '../../../platform/db/scope.ts';

const MAX_FORMS = 200;

/** Whether a form is open to all signed-in users or to one of the roles. */
const isOpenTo = (roleIds: number[]) => sql<boolean>`(form.audience = 'all' or exists (select from form_role r
  where r.form_id = form.form_id and r.role_id = any(${roleIds}::bigint[])))`;

export interface FormUser {
  userId: number;
  /** Null for administrators, who may fill in every form. */
  roleIds: number[] | null;
}

const isAvailableTo = ({ roleIds }: FormUser) => (roleIds === null ? sql<boolean>`true` : isOpenTo(roleIds));

const ownCount = (userId: number) =>
  sql<number>`(select count(*) from form_answer a where a.form_id = form.form_id and a.create_by = ${userId})`.as('ownCount');

/** The published form of `key` that the user may fill in, open or not. */
export const findFillable = (db: Db, user: FormUser, key: string) =>
  db
    .selectFrom('form')
    .innerJoin('formVersion', (join) =>
      join.onRef('formVersion.formId', '=', 'form.formId').onRef('formVersion.versionNo', '=', 'form.versionNo'),
    )
    .select(['form.formId', 'formKey', 'formName', 'form.state', 'formVersion.versionNo', 'formVersion.doc', 'form.remark'])
    .select(['openTime', 'closeTime', 'answerMost', 'answerCount', 'once', ownCount(user.userId)])
    .select([
      sql<boolean>`coalesce(open_time > now(), false)`.as('isAhead'),
      sql<boolean>`coalesce(close_time < now(), false)`.as('isOver'),
    ])
    .$narrowType<{ state: FormState; doc: FormDoc }>()
    .where('formKey', '=', key)
    .where(isAvailableTo(user))
    .executeTakeFirst();

/** Locks a form until the transaction ends, so that answers are counted in sequence. */
export const lockForm = (db: Db, key: string) =>
  db.selectFrom('form').select('formId').where('formKey', '=', key).forUpdate().executeTakeFirst();

export const listFillable = (db: Db, user: FormUser) =>
  db
    .selectFrom('form')
    .select(['formKey', 'formName', 'remark', 'closeTime', ownCount(user.userId)])
    .where('state', '=', 'published')
    .where(isAvailableTo(user))
    .where(sql<boolean>`coalesce(open_time <= now(), true) and coalesce(close_time >= now(), true)`)
    .where(sql<boolean>`(answer_most is null or answer_count < answer_most)`)
    .where(
      sql<boolean>`(not once or not exists (select from form_answer a where a.form_id = form.form_id and a.create_by = ${user.userId}))`,
    )
    .orderBy('formId', 'desc')
    .limit(MAX_FORMS)
    .execute();

/** An answer is visible if both its form and its author are in scope. The creator of a form sees all its answers. */
const visible = ({ scope, actor: { userId } }: ActingCaller) => sql<boolean>`exists (select from form
  where form.form_id = form_answer.form_id and ${ownedInScope(scope, 'form')}
    and (form.create_by = ${userId} or ${ownedInScope(scope, 'formAnswer')}))`;

export const answerTable = recordTable(formAnswers, 'formAnswer', {
  visible,
  join: (rows) =>
    rows.innerJoin('users', 'users.userId', 'formAnswer.createBy').leftJoin('department', 'department.deptId', 'formAnswer.deptId'),
  columns: { ...joinedColumns('nickName', 'deptName'), ip: sql`host(form_answer.ip)` },
  conditions: { createBy: (part) => sql`(${contains('users.userName', part)} or ${contains('users.nickName', part)})` },
});

/** Removes visible answers and updates the forms' answer counts. */
export async function remove(caller: ActingCaller, ids: number[]): Promise<number> {
  const { db } = caller;
  const removed = await db.deleteFrom('formAnswer').where('answerId', 'in', ids).where(visible(caller)).returning('formId').execute();
  const counts = new Map<number, number>();
  for (const { formId } of removed) counts.set(formId, (counts.get(formId) ?? 0) + 1);
  for (const [formId, count] of [...counts].sort(([a], [b]) => a - b))
    await db
      .updateTable('form')
      .set({ answerCount: sql<number>`answer_count - ${count}` })
      .where('formId', '=', formId)
      .execute();
  return removed.length;
}

interface NewAnswer {
  formId: number;
  versionNo: number;
  data: Answers;
  files: string[];
  ip: string;
  deptId: number | null;
  createBy: number;
}

/** Stores an answer of a locked form. */
export async function insert(db: Db, { files, data, ip, ...row }: NewAnswer): Promise<number> {
  const { answerId } = await db
    .insertInto('formAnswer')
    .values({ ...row, data: JSON.stringify(data), ip: sql<string | null>`nullif(${ip}, '')::inet` })
    .returning('answerId')
    .executeTakeFirstOrThrow();
  const paths = [...new Set(files)];
  if (paths.length > 0)
    await db
      .insertInto('formAnswerFile')
      .values(paths.map((path) => ({ answerId, path })))
      .execute();
  await db.updateTable('form').set({ answerCount: sql<number>`answer_count + 1` }).where('formId', '=', row.formId).execute();
  return answerId;
}

/** The documents of these answers that have a password field. */
export const listDocsWithPasswords = (db: Db, answers: readonly { formId: number; versionNo: number }[]) =>
  db
    .selectFrom('formVersion')
    .select(['formId', 'versionNo', 'doc'])
    .$narrowType<{ doc: FormDoc }>()
    .where(
      sql<boolean>`(form_id, version_no) in (select * from unnest(${answers.map(({ formId }) => formId)}::bigint[],
        ${answers.map(({ versionNo }) => versionNo)}::int[]))`,
    )
    .where(sql<boolean>`jsonb_path_exists(doc, '$.fields.**.type ? (@ == "password")')`)
    .execute();

/** Labels of dictionary entries, including disabled ones that answers may still have. */
export const listDictionaryLabels = (db: Db, types: string[]) =>
  db
    .selectFrom('dictionaryEntry')
    .select(['dictType', 'dictLabel as label', 'dictValue as value'])
    .where('dictType', 'in', types)
    .orderBy('dictSort')
    .limit(10_000)
    .execute();
