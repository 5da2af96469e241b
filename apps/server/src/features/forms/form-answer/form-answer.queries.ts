import { type FormAnswer, type FormState, formAnswers, type QueryOf } from '@suyuan/contract';
import type { Answers, FormDoc } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

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
export interface Reader {
  scope: DataScope;
  userId: number;
}

const visible = ({ scope, userId }: Reader) => sql<boolean>`exists (select from form where form.form_id = form_answer.form_id
  and ${inScope(scope, { dept: 'form.deptId', user: 'form.createBy' })}
  and (form.create_by = ${userId} or ${inScope(scope, { dept: 'formAnswer.deptId', user: 'formAnswer.createBy' })}))`;

const select = (db: Db, reader: Reader) =>
  db
    .selectFrom('formAnswer')
    .innerJoin('users', 'users.userId', 'formAnswer.createBy')
    .leftJoin('department', 'department.deptId', 'formAnswer.deptId')
    .select(['answerId', 'formAnswer.formId', 'formAnswer.versionNo', 'data', 'users.userName as createBy', 'users.nickName'])
    .select(['department.deptName', sql<string | null>`host(form_answer.ip)`.as('ip'), 'formAnswer.createTime'])
    // stored answers were validated against their form version
    .$castTo<FormAnswer>()
    .where(visible(reader));

export function list(db: Db, reader: Reader, { paging, ...filters }: QueryOf<typeof formAnswers>) {
  const rows = whereFields(select(db, reader), formAnswers, 'formAnswer', filters, {
    createBy: (part) => sql`(${contains('users.userName', part)} or ${contains('users.nickName', part)})`,
  });
  return page(rows, 'answerId', paging);
}

export const find = (db: Db, reader: Reader, id: number) => select(db, reader).where('answerId', '=', id).executeTakeFirst();

/** Removes visible answers and updates the forms' answer counts. */
export async function remove(db: Db, reader: Reader, ids: number[]): Promise<number> {
  const removed = await db.deleteFrom('formAnswer').where('answerId', 'in', ids).where(visible(reader)).returning('formId').execute();
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

/** Labels of dictionary entries, including disabled ones that answers may still have. */
export const listDictionaryLabels = (db: Db, types: string[]) =>
  db
    .selectFrom('dictionaryEntry')
    .select(['dictType', 'dictLabel as label', 'dictValue as value'])
    .where('dictType', 'in', types)
    .orderBy('dictSort')
    .limit(10_000)
    .execute();
