import { type Answers, type Json, own } from '@suyuan/forms';
import { z } from 'zod';
import { int, optionalText, orNone, text } from '../core/fields.ts';

/** Pictures are files of the record that refer to the field. */
export const traceFieldKinds = ['text', 'lines', 'number', 'date', 'time', 'choice', 'choices', 'flag', 'picture'] as const;
export type TraceFieldKind = (typeof traceFieldKinds)[number];

const limit = orNone(z.coerce.number().min(-1e12).max(1e12));

export const TraceField = z
  .object({
    /** Key of the value in a record. Immutable after its first use. */
    name: text(32, /^[A-Za-z][A-Za-z0-9_]*$/),
    title: text(50),
    kind: z.enum(traceFieldKinds),
    required: z.boolean(),
    public: z.boolean(),
    hint: optionalText(100),
    /** E.g. `℃`. */
    unit: optionalText(10),
    /** Inclusive bounds of a number. */
    min: limit,
    max: limit,
    choices: z.array(text(50)).max(50).optional(),
  })
  .refine(({ kind, choices }) => !kind.startsWith('choice') || (choices?.length ?? 0) > 0, {
    path: ['choices'],
    params: { word: 'issue.required' },
  });
export type TraceField = z.output<typeof TraceField>;

const MAX_FIELDS = 30;

/** Format from before the form designer. Old records still use it. */
export const TraceFieldsForm = z.object({
  designer: z.literal('fields'),
  version: int(1, 1),
  fields: z
    .array(TraceField)
    .max(MAX_FIELDS)
    .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, { params: { word: 'issue.twice' } }),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const isDay = (value: string) =>
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

const fits: Record<TraceFieldKind, (value: Json, field: TraceField) => boolean> = {
  text: (value) => typeof value === 'string' && value.length <= 200 && !/[\n\r]/.test(value),
  lines: (value) => typeof value === 'string' && value.length <= 2000,
  number: (value, { min, max }) =>
    typeof value === 'number' && Number.isFinite(value) && value >= (min ?? value) && value <= (max ?? value),
  date: (value) => typeof value === 'string' && DAY.test(value) && isDay(value),
  time: (value) => typeof value === 'string' && TIME.test(value) && isDay(value.slice(0, 10)),
  choice: (value, { choices = [] }) => typeof value === 'string' && choices.includes(value),
  choices: (value, { choices = [] }) => Array.isArray(value) && value.every((each) => typeof each === 'string' && choices.includes(each)),
  flag: (value) => typeof value === 'boolean',
  picture: () => false,
};

/**
 * First field that is missing or has the wrong type, or undefined.
 * @param data without blank values
 * @param pictured names of fields with files in the record
 */
export function traceFieldFault(
  fields: readonly TraceField[],
  data: Answers,
  pictured: readonly string[],
  whole: boolean,
): { field: TraceField; missing: boolean } | undefined {
  for (const field of fields) {
    const value = own(data, field.name);
    if (field.kind === 'picture' ? !pictured.includes(field.name) : value === undefined) {
      if (whole && field.required) return { field, missing: true };
    } else if (field.kind !== 'picture' && !fits[field.kind](value as Json, field)) return { field, missing: false };
  }
  return undefined;
}
