import { type Answers, answerFields, emptyDoc, FormDoc, type FormNode, type Json, own, specOf, validate } from '@suyuan/forms';
import { z } from 'zod';
import { int, optionalText, orNone, text } from '../core/fields.ts';
import type { Translate } from '../core/words.ts';
import { formAnswerText, formFaultText } from '../forms/form-text.ts';
import type { WordKey } from '../words/zh-CN.ts';

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

const TraceDocForm = z.object({
  designer: z.literal('forms'),
  version: int(1, 1),
  doc: FormDoc.refine((doc) => answerFields(doc.fields).every((node) => !hasFiles(node.children)), {
    path: ['fields'],
    params: { word: 'issue.traceFileInRows' },
  }),
});

/** Legacy field lists remain readable. Editing converts them to the form designer's format. */
export const TraceForm = z.discriminatedUnion('designer', [TraceDocForm, TraceFieldsForm]);
export type TraceForm = z.output<typeof TraceForm>;

export const emptyTraceForm: TraceForm = { designer: 'forms', version: 1, doc: emptyDoc() };

const hasFiles = (nodes: readonly FormNode[] = []) => nodes.some(({ type }) => specOf(type).answer === 'files');

/** By field name. Pictures and files are not values, but files of the record. */
export type TraceValue = Json;
export const TraceData = z
  .record(z.string().max(64), z.json())
  .refine((data) => Object.keys(data).length <= 300 && JSON.stringify(data).length <= 300_000, { params: { word: 'issue.format' } })
  .transform((data) => data as Answers);
export type TraceData = z.output<typeof TraceData>;

export const traceDoc = (form: TraceForm): FormDoc => (form.designer === 'forms' ? form.doc : toFormDoc(form.fields));

export const toDesignerForm = (form: TraceForm): TraceForm => ({ designer: 'forms', version: 1, doc: traceDoc(form) });

export interface TraceFieldView {
  name: string;
  title: string;
  unit: string | null;
  public: boolean;
  /** Files of the record are the answer. */
  files: boolean;
  node: FormNode;
}

export const traceFields = (form: TraceForm): TraceFieldView[] =>
  answerFields(traceDoc(form).fields).map((node) => ({
    name: node.name,
    title: node.label || node.name,
    unit: typeof node.props.addonAfter === 'string' && node.props.addonAfter ? node.props.addonAfter : null,
    public: node.public === true && node.type !== 'password',
    files: specOf(node.type).answer === 'files',
    node,
  }));

export const traceText = (t: Translate, { node }: TraceFieldView, value: TraceValue | undefined): string => formAnswerText(t, node, value);

/** The chain seals these texts, so they are the same in every language. */
const chainText: Translate = (key) => (key === 'kit.joint' ? '、' : key);

/** Labels of selected values if they differ from the values. Undefined for other fields. */
export function selectedLabels({ node }: TraceFieldView, value: TraceValue): string | undefined {
  if (!['choice', 'choices', 'path'].includes(specOf(node.type).answer)) return undefined;
  const labels = formAnswerText(chainText, node, value);
  return labels === [value].flat().join(chainText('kit.joint')) ? undefined : labels;
}

export interface TraceFault {
  /** Path of the answer, e.g. `items.2.price`. */
  path: string;
  title: string;
  missing: boolean;
  reason: string;
}

interface TraceValidation {
  /** Values of known fields, without blanks. */
  data: TraceData;
  fault: TraceFault | undefined;
}

/**
 * Same result in browser and server.
 * @param files file paths by field name
 * @param isComplete false: a draft, where required fields may be blank
 */
export function validateTrace(
  t: Translate,
  form: TraceForm,
  values: TraceData,
  files: ReadonlyMap<string, string[]>,
  isComplete = true,
): TraceValidation {
  if (form.designer === 'fields') return validateFields(t, form.fields, values, files, isComplete);
  const fileNodes = answerFields(form.doc.fields).filter(({ type }) => specOf(type).answer === 'files');
  const fileAnswers = fileNodes.map(({ name }): [string, Json] => [
    name,
    (files.get(name) ?? []).map((path) => ({ name: path.slice(path.lastIndexOf('/') + 1), url: `/api/profile/${path}` })),
  ]);
  const { answers, faults } = validate(form.doc, { ...values, ...Object.fromEntries(fileAnswers) }, { partial: !isComplete });
  const data = Object.fromEntries(Object.entries(answers).filter(([name]) => !fileNodes.some((node) => node.name === name)));
  const [first] = faults;
  if (!first) return { data, fault: undefined };
  const missing = first.fault.startsWith('required');
  return { data, fault: { path: first.path.join('.'), title: first.label, missing, reason: formFaultText(t, first) } };
}

function validateFields(
  t: Translate,
  fields: TraceField[],
  values: TraceData,
  files: ReadonlyMap<string, string[]>,
  isComplete: boolean,
): TraceValidation {
  const data = Object.fromEntries(fields.flatMap(({ name }) => (isBlank(own(values, name)) ? [] : [[name, values[name] as Json]])));
  const fieldFault = traceFieldFault(fields, data, [...files.keys()], isComplete);
  if (!fieldFault) return { data, fault: undefined };
  const { name, title, kind, min, max, choices } = fieldFault.field;
  const bounds = kind === 'number' ? [min, max].map((bound) => bound ?? '').join(' … ') : (choices ?? []).join(t('kit.joint'));
  const expected = t(`manage.traceTemplate.kind.${kind}.hint` as WordKey);
  const params = { title, expected, bounds: bounds === ' … ' ? '' : bounds };
  const reason = t(fieldFault.missing ? 'issue.traceFieldMissing' : 'issue.traceFieldWrong', params);
  return { data, fault: { path: name, title, missing: fieldFault.missing, reason } };
}

const isBlank = (value: Json | undefined) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** First component number in a form document. */
const FIRST_NODE_ID = 101;

function toFormDoc(fields: TraceField[]): FormDoc {
  const nodes = fields.map((field, at) => nodeOf(field, FIRST_NODE_ID + at));
  return { ...emptyDoc(), idSeq: FIRST_NODE_ID - 1 + nodes.length, fields: nodes };
}

function nodeOf({ name, title, kind, required, public: open, hint, unit, min, max, choices = [] }: TraceField, id: number): FormNode {
  const options = choices.map((value) => ({ label: value, value }));
  const commonSettings = { id, name, label: title, required, public: open, span: 24, regList: [], ...(hint && { help: hint }) };
  const choiceSettings = { options, source: { mode: 'static' as const } };
  switch (kind) {
    case 'lines':
      return { ...commonSettings, type: 'textarea', props: { rows: 4, maxLength: 2000 } };
    case 'number': {
      const bounds = { ...(min != null && { min }), ...(max != null && { max }), ...(unit && { addonAfter: unit }) };
      return { ...commonSettings, type: 'number', props: { step: 1, controls: true, ...bounds } };
    }
    case 'date':
      return { ...commonSettings, type: 'date', props: { allowClear: true, format: 'YYYY-MM-DD' } };
    case 'time':
      return { ...commonSettings, type: 'date', props: { allowClear: true, showTime: true } };
    case 'choice':
      return { ...commonSettings, ...choiceSettings, type: 'select', props: { allowClear: true, showSearch: true, multiple: false } };
    case 'choices':
      return { ...commonSettings, ...choiceSettings, type: 'select', props: { allowClear: true, showSearch: true, multiple: true } };
    case 'flag':
      return { ...commonSettings, type: 'switch', props: {} };
    case 'picture':
      return {
        ...commonSettings,
        type: 'upload',
        props: { fileSize: 2, sizeUnit: 'MB', maxCount: 9, listType: 'picture-card', accept: PICTURES },
      };
    default:
      return { ...commonSettings, type: 'input', props: { allowClear: true, maxLength: 200 } };
  }
}

const PICTURES = '.jpg,.jpeg,.png,.gif,.webp,.bmp';
