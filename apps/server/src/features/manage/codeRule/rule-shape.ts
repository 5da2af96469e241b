import { AI21_LENGTH, type CodeShape, LONGEST_CODE, type ShapeFault, shapeFault } from '@suyuan/codes';
import type { CodeForm, codeRules, InputOf } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import { assertStrong } from '../codeSpace/codeSpace.service.ts';

type ShapeFields = Pick<InputOf<typeof codeRules>, 'prefix' | 'alphabet' | 'serialDigits' | 'tagDigits' | 'checkCharacter'>;

export const shapeFields = ['prefix', 'alphabet', 'serialDigits', 'tagDigits', 'checkCharacter'] as const;

/** Which input of the form a fault belongs to. */
const fieldOf: Record<ShapeFault['fault'], (typeof shapeFields)[number]> = {
  prefixTooLong: 'prefix',
  prefixHasLookAlike: 'prefix',
  prefixHasOther: 'prefix',
  serialDigitsOutOfRange: 'serialDigits',
  tagDigitsOutOfRange: 'tagDigits',
  tooFewTagDigits: 'tagDigits',
  tooLong: 'serialDigits',
};

/**
 * The shape that a rule asks for, once codes may be made of it.
 * @throws codeRuleShapeWrong, codeRuleTooWeak
 */
export function shapeOf({ t }: Pick<Context, 't'>, input: ShapeFields, form: CodeForm = 'url'): CodeShape {
  const { prefix, alphabet, serialDigits, tagDigits, checkCharacter = false } = input;
  const shape = { prefix, alphabet, serialDigits, tagDigits, checkCharacter };
  const wrong = shapeFault(shape, form === 'digitalLink' ? AI21_LENGTH : LONGEST_CODE);
  if (wrong?.fault === 'tooFewTagDigits') assertStrong(shape);
  if (wrong) {
    const message = t(`manage.codeRule.fault.${wrong.fault}`, wrong.params);
    throw new Problem('codeRuleShapeWrong', { message, field: fieldOf[wrong.fault] });
  }
  assertStrong(shape);
  return shape;
}
