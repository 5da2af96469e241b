import { type FormAnswer, type formAnswers, type QueryOf, SECRET_MASK } from '@suyuan/contract';
import { type Answers, answerFields, type FormNode, isObject, type Json, own } from '@suyuan/forms';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './form-answer.queries.ts';

const service = recordService(queries.answerTable);

/** Passwords are masked. */
export async function list(ctx: Context, query: QueryOf<typeof formAnswers>) {
  const page = await service.list(ctx, query);
  return { ...page, rows: await withoutSecrets(ctx, page.rows) };
}

/** Passwords are masked. @throws notFound */
export async function read(ctx: Context, id: number): Promise<FormAnswer> {
  const [answer] = await withoutSecrets(ctx, [await service.read(ctx, id)]);
  return orNotFound(answer);
}

async function withoutSecrets({ db }: Context, rows: FormAnswer[]): Promise<FormAnswer[]> {
  const docs = rows.length > 0 ? await queries.listDocsWithPasswords(db, rows) : [];
  return rows.map((row) => {
    const doc = docs.find(({ formId, versionNo }) => formId === row.formId && versionNo === row.versionNo)?.doc;
    return doc ? { ...row, data: masked(doc.fields, row.data as Answers) } : row;
  });
}

function masked(nodes: readonly FormNode[], answers: Answers): Answers {
  const result = { ...answers };
  for (const { type, name, children = [] } of answerFields(nodes)) {
    const value = own(answers, name);
    if (value === undefined || value === null) continue;
    if (type === 'password') result[name] = SECRET_MASK;
    if (Array.isArray(value) && type === 'subtable') result[name] = value.map((row): Json => (isObject(row) ? masked(children, row) : row));
  }
  return result;
}

/** @throws notFound if one of `ids` does not exist or is not visible */
export async function remove(ctx: Context, ids: number[]) {
  if ((await queries.remove(ctx, ids)) < ids.length) throw new Problem('notFound');
}
