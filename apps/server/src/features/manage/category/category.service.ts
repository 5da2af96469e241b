import { type ChangesOf, categories, type InputOf, type QueryOf } from '@suyuan/contract';
import { refusing } from '../../../db/constraint.ts';
import { written } from '../../../db/revision.ts';
import type { Context } from '../../../http/context.ts';
import { found, Problem } from '../../../http/problem.ts';
import * as queries from './category.queries.ts';

type Categories = typeof categories;

export const list = ({ db, scope }: Context, query: QueryOf<Categories>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => found(await queries.find(db, scope, id));

/** New goods belong to the department of who adds them. @throws categoryCodeTaken, categoryGtinTaken, categoryShelfLifeHalf, categoryShelfLifeTooLong, referenceNotFound */
export async function add(ctx: Context, { version: _, ...input }: InputOf<Categories>) {
  const { db, actor } = ctx;
  await assertRule(ctx, input);
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { categoryId } = await judged(input, queries.insert(db, { ...input, ...owner }));
  return categoryId;
}

/** @throws notFound, recordStale, categoryCodeTaken, categoryGtinTaken, categoryShelfLifeHalf, categoryShelfLifeTooLong, referenceNotFound */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Categories>) {
  const { db, scope, actor } = ctx;
  await assertRule(ctx, changes, id);
  const row = await judged(changes, queries.update(db, scope, id, changes, actor.userId));
  await written(row, () => queries.find(db, scope, id));
}

/** @throws notFound when one of `ids` is not there or not in scope, categoryInUse when a batch names one */
export async function remove({ db, scope }: Context, ids: number[]) {
  const removed = await refusing({ batch_category_id_fkey: 'categoryInUse' }, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** What a refusal of an unknown rule names. */
const noRule = { field: 'codeRuleId', title: categories.word('codeRuleId') };

/** Goods start their batches with a rule that the asker sees; a rule that is not there and one out of sight answer alike. */
async function assertRule({ db, scope }: Context, { codeRuleId }: ChangesOf<Categories>, id?: number) {
  if (codeRuleId && !(await queries.findRule(db, scope, codeRuleId, id))) throw new Problem('referenceNotFound', noRule);
}

/** One write, with the refusals of the table's constraints as ours. */
async function judged<T>({ categoryCode, gtin }: ChangesOf<Categories>, write: Promise<T>) {
  const codeOnce = refusing({ category_category_code_key: 'categoryCodeTaken' }, { field: 'categoryCode', categoryCode }, write);
  const gtinOnce = refusing({ category_gtin_key: 'categoryGtinTaken' }, { field: 'gtin', gtin }, codeOnce);
  const wholeLife = refusing({ category_shelf_life_check: 'categoryShelfLifeHalf' }, { field: 'shelfLifeUnit' }, gtinOnce);
  const bounded = refusing({ category_shelf_life_most_check: 'categoryShelfLifeTooLong' }, { field: 'shelfLife' }, wholeLife);
  return refusing({ category_code_rule_id_fkey: 'referenceNotFound' }, noRule, bounded);
}
