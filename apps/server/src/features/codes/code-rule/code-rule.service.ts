import { AI21_LENGTH, type CodeShape, MAX_CODE_LENGTH, type ShapeFault, shapeFault } from '@suyuan/codes';
import { type ChangesOf, type CodeForm, codeRules, type InputOf, type RecordOf } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { mapUniqueErrors } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-rule.queries.ts';

type RequiredShapeFields = Pick<InputOf<typeof codeRules>, 'prefix' | 'checkCharacter'>;
type ShapeFields = RequiredShapeFields & {
  [field in 'alphabet' | 'serialDigits' | 'tagDigits']?: RecordOf<typeof codeRules>[field] | undefined;
};

const shapeFields = ['prefix', 'alphabet', 'serialDigits', 'tagDigits', 'checkCharacter'] as const;

const fieldOf: Record<ShapeFault['fault'], (typeof shapeFields)[number]> = {
  prefixTooLong: 'prefix',
  prefixHasLookAlike: 'prefix',
  prefixHasOther: 'prefix',
  serialDigitsOutOfRange: 'serialDigits',
  tagDigitsOutOfRange: 'tagDigits',
  tooFewTagDigits: 'tagDigits',
  tooLong: 'serialDigits',
};

/** @throws codeShapeMissing, codeRuleShapeWrong, codeRuleTooWeak */
function shapeOf({ t }: Pick<Context, 't'>, input: ShapeFields, form: CodeForm = 'url'): CodeShape {
  const { prefix, checkCharacter = false } = input;
  const [alphabet, serialDigits, tagDigits] = [
    requireField(input, 'alphabet'),
    requireField(input, 'serialDigits'),
    requireField(input, 'tagDigits'),
  ];
  const shape = { prefix, alphabet, serialDigits, tagDigits, checkCharacter };
  const fault = shapeFault(shape, form === 'digitalLink' ? AI21_LENGTH : MAX_CODE_LENGTH);
  if (fault?.fault === 'tooFewTagDigits') codeSpaceService.assertStrong(shape);
  if (fault) {
    const message = t(`manage.codeRule.fault.${fault.fault}`, fault.params);
    throw new Problem('codeRuleShapeWrong', { message, field: fieldOf[fault.fault] });
  }
  codeSpaceService.assertStrong(shape);
  return shape;
}

/** @throws codeShapeMissing */
function requireField<Field extends 'alphabet' | 'serialDigits' | 'tagDigits'>(
  input: ShapeFields,
  field: Field,
): NonNullable<ShapeFields[Field]> {
  const value = input[field];
  if (value === undefined || value === null) throw new Problem('codeShapeMissing', { field, title: codeRules.word(field) });
  return value;
}

type CodeRules = typeof codeRules;

export const { table, list, read } = recordService(queries.rules);

/** Foreign codes have neither our link nor our PIN. */
const FOREIGN_FIELDS = { form: 'number', pinDigits: 0 } as const;

/**
 * Rules of the same shape share one code space, so a text identifies at most one code.
 * @throws codeShapeMissing, codeRuleShapeWrong, codeRuleTooWeak, codeSpaceTaken, codeRuleNameTaken
 */
export async function add(ctx: Context, input: InputOf<CodeRules>) {
  const { db } = ctx;
  const isStored = input.kind === 'stored';
  const spaceId = isStored
    ? await codeSpaceService.storedSpaceId(db)
    : await codeSpaceService.findOrCreate(db, shapeOf(ctx, input, input.form));
  const row = { ...ruleFields(input), ...(isStored && FOREIGN_FIELDS), spaceId };
  return mapWriteErrors(input, queries.rules.insert(ctx, row));
}

/**
 * The shape is immutable, because codes may be printed. The PIN length is fixed once a batch uses the rule.
 * @throws notFound, recordStale, codeRuleNameTaken, codeRuleKindFixed, codeRuleShapeFixed, codeRulePinFixed, codeRuleShapeWrong
 */
export async function edit(ctx: Context, id: number, { version, ...changes }: ChangesOf<CodeRules>) {
  orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  const rule = await read(ctx, id);
  if (changes.kind && changes.kind !== rule.kind) throw new Problem('codeRuleKindFixed', { field: 'kind' });
  const isStored = rule.kind === 'stored';
  if (!isStored) assertShapeUnchanged(rule, changes);
  if (changes.form && !isStored) shapeOf(ctx, rule, changes.form);
  const isPinChanged = !isStored && changes.pinDigits !== undefined && changes.pinDigits !== rule.pinDigits;
  if (isPinChanged && rule.batchCount > 0) throw new Problem('codeRulePinFixed', { field: 'pinDigits' });
  const values = { ...ruleFields(changes), ...(isStored && FOREIGN_FIELDS), version };
  await orStale(await mapWriteErrors(changes, queries.rules.update(ctx, id, values)), () => queries.rules.find(ctx, id));
}

function assertShapeUnchanged(rule: RecordOf<CodeRules>, changes: ChangesOf<CodeRules>) {
  const field = shapeFields.find((name) => (changes[name] ?? rule[name]) !== rule[name]);
  if (field) throw new Problem('codeRuleShapeFixed', { field });
}

/** Also removes the space after its last rule if it has no codes. @throws notFound, codeRuleInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  const referenceConstraints = { product_code_rule_id_fkey: 'codeRuleInUse', batch_code_rule_id_fkey: 'codeRuleInUse' } as const;
  const removed = allFound(await mapConstraintErrors(referenceConstraints, {}, queries.remove(db, scope, ids)), ids);
  await codeSpaceService.removeUnused(
    db,
    removed.map(({ spaceId }) => spaceId),
  );
}

/** The shape belongs to the space. */
const ruleFields = ({ ruleName, form, pinDigits, status, remark }: ChangesOf<CodeRules>) => ({
  ...(ruleName !== undefined && { ruleName }),
  ...(form !== undefined && { form }),
  ...(pinDigits !== undefined && { pinDigits }),
  ...(status !== undefined && { status }),
  ...(remark !== undefined && { remark }),
});

const mapWriteErrors = <T>(values: ChangesOf<CodeRules>, write: Promise<T>) => mapUniqueErrors(codeRules, 'code_rule', values, write);
