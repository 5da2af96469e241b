import type { ChangesOf, codeRules, InputOf, QueryOf, RecordOf } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-rule.queries.ts';
import { shapeFields, shapeOf } from './rule-shape.ts';

type CodeRules = typeof codeRules;

export const list = ({ db, scope }: Context, query: QueryOf<CodeRules>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/** Foreign codes have neither our link nor our PIN. */
const FOREIGN = { form: 'number', pinDigits: 0 } as const;

/**
 * Rules of the same shape share one code space, so a text identifies at most one code.
 * @throws codeShapeMissing, codeRuleShapeWrong, codeRuleTooWeak, codeSpaceTaken, codeRuleNameTaken
 */
export async function add(ctx: Context, { version: _, ...input }: InputOf<CodeRules>) {
  const { db, actor } = ctx;
  const stored = input.kind === 'stored';
  const spaceId = stored ? await codeSpaceService.storedSpace(db) : await codeSpaceService.findOrMake(db, shapeOf(ctx, input, input.form));
  const row = { ...own(input), ...(stored && FOREIGN), ruleName: input.ruleName, spaceId, deptId: actor.deptId, createBy: actor.userId };
  const { codeRuleId } = await nameOnce(input, queries.insert(db, row));
  return codeRuleId;
}

/**
 * The shape is immutable, because codes may be printed. The PIN length is fixed once a batch uses the rule.
 * @throws notFound, recordStale, codeRuleNameTaken, codeRuleKindFixed, codeRuleShapeFixed, codeRulePinFixed, codeRuleShapeWrong
 */
export async function edit(ctx: Context, id: number, { version, ...changes }: ChangesOf<CodeRules>) {
  const { db, scope, actor } = ctx;
  orNotFound(await queries.lock(db, scope, id));
  const rule = orNotFound(await queries.find(db, scope, id));
  if (changes.kind && changes.kind !== rule.kind) throw new Problem('codeRuleKindFixed', { field: 'kind' });
  const stored = rule.kind === 'stored';
  if (!stored) assertShapeKept(rule, changes);
  if (changes.form && !stored) shapeOf(ctx, rule, changes.form);
  const newPin = !stored && changes.pinDigits !== undefined && changes.pinDigits !== rule.pinDigits;
  if (newPin && rule.batchCount > 0) throw new Problem('codeRulePinFixed', { field: 'pinDigits' });
  const row = await nameOnce(changes, queries.update(db, scope, id, { ...own(changes), ...(stored && FOREIGN) }, version, actor.userId));
  await written(row, () => queries.find(db, scope, id));
}

function assertShapeKept(rule: RecordOf<CodeRules>, changes: ChangesOf<CodeRules>) {
  const field = shapeFields.find((name) => changes[name] !== undefined && changes[name] !== rule[name]);
  if (field) throw new Problem('codeRuleShapeFixed', { field });
}

/** Also removes the space after its last rule if it has no codes. @throws notFound, codeRuleInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  const used = { product_code_rule_id_fkey: 'codeRuleInUse', batch_code_rule_id_fkey: 'codeRuleInUse' } as const;
  const removed = await refusing(used, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
  await codeSpaceService.removeUnused(
    db,
    removed.map(({ spaceId }) => spaceId),
  );
}

const own = ({ ruleName, form, pinDigits, status, remark }: ChangesOf<CodeRules>): queries.RuleFields => ({
  ...(ruleName !== undefined && { ruleName }),
  ...(form !== undefined && { form }),
  ...(pinDigits !== undefined && { pinDigits }),
  ...(status !== undefined && { status }),
  ...(remark !== undefined && { remark }),
});

const nameOnce = <T>({ ruleName }: ChangesOf<CodeRules>, write: Promise<T>) =>
  refusing({ code_rule_rule_name_key: 'codeRuleNameTaken' }, { field: 'ruleName', ruleName }, write);
