import { AI21_LENGTH, type CodeShape, MAX_CODE_LENGTH, type ShapeFault, shapeFault } from '@suyuan/codes';
import { type CodeForm, codeRules, type InputOf, type RecordOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { assertStrong } from '../code-space/code-space.service.ts';

type RequiredShapeFields = Pick<InputOf<typeof codeRules>, 'prefix' | 'checkCharacter'>;
type ShapeFields = RequiredShapeFields & { [field in 'alphabet' | 'serialDigits' | 'tagDigits']?: RecordOf<typeof codeRules>[field] | undefined };

export const shapeFields = ['prefix', 'alphabet', 'serialDigits', 'tagDigits', 'checkCharacter'] as const;

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
export function shapeOf({ t }: Pick<Context, 't'>, input: ShapeFields, form: CodeForm = 'url'): CodeShape {
  const { prefix, checkCharacter = false } = input;
  const [alphabet, serialDigits, tagDigits] = [requireField(input, 'alphabet'), requireField(input, 'serialDigits'), requireField(input, 'tagDigits')];
  const shape = { prefix, alphabet, serialDigits, tagDigits, checkCharacter };
  const fault = shapeFault(shape, form === 'digitalLink' ? AI21_LENGTH : MAX_CODE_LENGTH);
  if (fault?.fault === 'tooFewTagDigits') assertStrong(shape);
  if (fault) {
    const message = t(`manage.codeRule.fault.${fault.fault}`, fault.params);
    throw new Problem('codeRuleShapeWrong', { message, field: fieldOf[fault.fault] });
  }
  assertStrong(shape);
  return shape;
}

/** @throws codeShapeMissing */
function requireField<Field extends 'alphabet' | 'serialDigits' | 'tagDigits'>(input: ShapeFields, field: Field): NonNullable<ShapeFields[Field]> {
  const value = input[field];
  if (value === undefined || value === null) throw new Problem('codeShapeMissing', { field, title: codeRules.word(field) });
  return value;
}
