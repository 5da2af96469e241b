import type { FormAnswer, formAnswers, QueryOf } from '@suyuan/contract';
import type { Answers } from '@suyuan/forms';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

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

export function list(db: Db, reader: Reader, { formId, versionNo, createBy, beginTime, endTime, paging }: QueryOf<typeof formAnswers>) {
  let rows = select(db, reader).where(between('formAnswer.createTime', beginTime, endTime));
  if (formId) rows = rows.where('formAnswer.formId', '=', formId);
  if (versionNo !== undefined) rows = rows.where('formAnswer.versionNo', '=', versionNo);
  if (createBy) rows = rows.where(({ or }) => or([contains('users.userName', createBy), contains('users.nickName', createBy)]));
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
