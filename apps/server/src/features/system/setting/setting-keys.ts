import { type ConfigKind, configKindOf } from '@suyuan/contract';
import { z } from 'zod';

interface Validator {
  schema: z.ZodType<string>;
  /** Expected format in language-neutral notation. */
  expected: string;
}

const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u);

const validators: { [Name in ConfigKind['kind']]: (kind: Extract<ConfigKind, { kind: Name }>) => Validator } = {
  switch: () => ({ schema: z.enum(['true', 'false']), expected: 'true / false' }),
  whole: ({ min, max }) => ({
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .refine((value) => Number(value) >= min && Number(value) <= max),
    expected: `${min}–${max}`,
  }),
  choice: ({ choices }) => ({ schema: z.string().refine((value) => choices.includes(value)), expected: choices.join(' / ') }),
  several: ({ choices }) => ({
    schema: z.string().refine((value) => value === '' || value.split(',').every((part) => choices.includes(part))),
    expected: choices.join(','),
  }),
  line: ({ max }) => ({ schema: plainText(max), expected: `0–${max} ×「字 / character」` }),
  addresses: () => ({
    schema: z
      .string()
      .max(4000)
      .regex(/^[\d.:a-fA-F*\-;\s]*$/),
    expected: '10.0.0.7; 10.1.*; 10.2.0.1-10.2.0.9',
  }),
  secret: () => ({ schema: plainText(500), expected: '0–500 ×「字 / character」' }),
};

export function validatorOf(configKey: string): Validator {
  const kind = configKindOf(configKey);
  // The one cast: the table has a matching validator for each kind.
  return (validators[kind.kind] as (kind: ConfigKind) => Validator)(kind);
}
