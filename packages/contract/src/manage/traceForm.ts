import { z } from 'zod';
import { int, optionalText, text } from '../core/fields.ts';
import type { WordKey } from '../words/zh-CN.ts';

/** What a field of a trace form holds. A picture is one of the record's files that names the field. */
export const traceFieldKinds = ['text', 'lines', 'number', 'date', 'time', 'choice', 'choices', 'flag', 'picture'] as const;
export type TraceFieldKind = (typeof traceFieldKinds)[number];

const limit = z.preprocess((value) => (value === '' ? null : value), z.coerce.number().min(-1e12).max(1e12).nullable()).optional();

export const TraceField = z
  .object({
    /** Key of its value in a record; never changes once records have it. */
    name: text(32, /^[A-Za-z][A-Za-z0-9_]*$/),
    title: text(50),
    kind: z.enum(traceFieldKinds),
    required: z.boolean(),
    /** Whether shoppers are shown it. */
    public: z.boolean(),
    hint: optionalText(100),
    /** Of a number, e.g. `℃`. */
    unit: optionalText(10),
    /** Bounds of a number, both included. */
    min: limit,
    max: limit,
    /** What a choice chooses from. */
    choices: z.array(text(50)).max(50).optional(),
  })
  .refine(({ kind, choices }) => !kind.startsWith('choice') || (choices?.length ?? 0) > 0, {
    path: ['choices'],
    params: { word: 'issue.required' },
  });
export type TraceField = z.output<typeof TraceField>;

/** Fields of one form, at most. */
export const MOST_TRACE_FIELDS = 30;

/** A form document: which designer made it, at which version of its own shape, and what it holds. A later designer adds a kind of its own. */
export const TraceForm = z.object({
  designer: z.literal('fields'),
  version: int(1, 1),
  fields: z
    .array(TraceField)
    .max(MOST_TRACE_FIELDS)
    .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, { params: { word: 'issue.twice' } }),
});
export type TraceForm = z.output<typeof TraceForm>;

export const emptyTraceForm: TraceForm = { designer: 'fields', version: 1, fields: [] };

/** What was filled in, by name of field. */
export const TraceValue = z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(50)).max(50), z.null()]);
export type TraceValue = z.output<typeof TraceValue>;
export const TraceData = z
  .record(z.string().max(32), TraceValue)
  .refine((data) => Object.keys(data).length <= MOST_TRACE_FIELDS, { params: { word: 'issue.format' } });
export type TraceData = z.output<typeof TraceData>;

const isBlank = (value: TraceValue | undefined) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const isDay = (value: string) =>
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

const fits: Record<TraceFieldKind, (value: TraceValue, field: TraceField) => boolean> = {
  text: (value) => typeof value === 'string' && value.length <= 200 && !/[\n\r]/.test(value),
  lines: (value) => typeof value === 'string',
  number: (value, { min, max }) =>
    typeof value === 'number' && Number.isFinite(value) && value >= (min ?? value) && value <= (max ?? value),
  date: (value) => typeof value === 'string' && DAY.test(value) && isDay(value),
  time: (value) => typeof value === 'string' && TIME.test(value) && isDay(value.slice(0, 10)),
  choice: (value, { choices = [] }) => typeof value === 'string' && choices.includes(value),
  choices: (value, { choices = [] }) => Array.isArray(value) && value.every((each) => choices.includes(each)),
  flag: (value) => typeof value === 'boolean',
  picture: () => false,
};

/** What is wrong with one field: it is missing, or it is not of its kind. */
export interface TraceFault {
  field: TraceField;
  missing: boolean;
}

/**
 * Judges what was filled in by the form; undefined where all is well.
 * @param pictured names of fields that files of the record are for
 * @param whole false: a draft, where required fields may still be blank
 */
export function traceFault(form: TraceForm, data: TraceData, pictured: readonly string[], whole = true): TraceFault | undefined {
  for (const field of form.fields) {
    if (field.kind === 'picture') {
      if (whole && field.required && !pictured.includes(field.name)) return { field, missing: true };
      continue;
    }
    const value = data[field.name];
    if (isBlank(value)) {
      if (whole && field.required) return { field, missing: true };
    } else if (!fits[field.kind](value as TraceValue, field)) return { field, missing: false };
  }
  return undefined;
}

/** Only what the form asks for, without blanks, in the form's order. */
export const traceAnswers = ({ fields }: TraceForm, data: TraceData): TraceData =>
  Object.fromEntries(fields.flatMap(({ name }) => (isBlank(data[name]) ? [] : [[name, data[name] as TraceValue]])));

/** Key of the sentence that says what a kind of field takes. */
export const traceKindHint = (kind: TraceFieldKind): WordKey => `manage.traceTemplate.kind.${kind}.hint` as WordKey;
