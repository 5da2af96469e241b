import { z } from 'zod';
import { firstDuplicate, isJson, type Json, type JsonObject } from './json.ts';
import {
  DOC_VERSION,
  type FormDoc as Doc,
  FIRST_ID,
  type FormNode,
  type FormSettings,
  fieldTypes,
  formDefaults,
  limits,
  type Option,
} from './model.ts';
import { specOf } from './registry/registry.ts';
import { ExprSchema } from './rules/expr.ts';
import { cycleOf } from './rules/references.ts';
import { answerFields, canContain, depthOf, walk } from './tree.ts';

export const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** A path below `/api`, the only allowed source of options. Excludes hosts, `..` and rewritten characters. */
const OWN_PATH = /^\/(?![/\\])[\w\-./]{1,200}(\?[\w\-.=&%[\]]{0,300})?$/;
/** A path on this server, without `..` or another host. */
export const isOwnPath = (url: string): boolean => OWN_PATH.test(url) && !url.includes('..') && !url.includes('//');

const json = z.unknown().refine(isJson) as unknown as z.ZodType<Json>;
const jsonRecord = z.record(z.string().max(100), json) as unknown as z.ZodType<JsonObject>;
const label = z.string().max(200);
const flag = z.boolean().optional();

const option: z.ZodType<Option> = z.lazy(() =>
  z.strictObject({
    label,
    value: z.union([z.string().max(500), z.number()]),
    disabled: flag,
    children: z.array(option).max(limits.options).optional(),
  }),
);

const source = z.strictObject({
  mode: z.enum(['static', 'dict', 'dynamic']),
  dict: z.string().max(100).optional(),
  url: z
    .string()
    .max(500)
    .refine((url) => url === '' || isOwnPath(url), { params: { word: 'issue.form.ownPath' } })
    .optional(),
  method: z.enum(['get', 'post', 'put', 'delete']).optional(),
  dataPath: z.string().max(200).optional(),
  dataConsumer: z.string().max(50).optional(),
  labelKey: z.string().max(50).optional(),
  valueKey: z.string().max(50).optional(),
  childrenKey: z.string().max(50).optional(),
});

const pattern = z.strictObject({
  pattern: z.string().max(limits.patternLength + 20),
  flags: z.string().max(10).optional(),
  message: label,
});

const rules = z.strictObject({
  visible: ExprSchema.optional(),
  required: ExprSchema.optional(),
  disabled: ExprSchema.optional(),
  value: ExprSchema.optional(),
});

const node: z.ZodType<FormNode> = z.lazy(() =>
  z
    .strictObject({
      id: z.int().min(1).max(1e9),
      type: z.enum(fieldTypes),
      name: z.string().regex(NAME),
      label: label.optional(),
      showLabel: flag,
      help: z.string().max(500).optional(),
      required: flag,
      requiredMessage: label.optional(),
      span: z.int().min(1).max(24),
      placeholder: z.union([label, z.tuple([label, label])]).optional(),
      defaultValue: json.optional(),
      regList: z.array(pattern).max(limits.patterns),
      props: jsonRecord,
      options: z.array(option).max(limits.options).optional(),
      source: source.optional(),
      rules: rules.optional(),
      keepHidden: flag,
      public: flag,
      children: z.array(node).max(limits.nodes).optional(),
      x: jsonRecord.optional(),
    })
    .superRefine((value, context) => {
      const outcome = specOf(value.type).props.safeParse(value.props);
      for (const issue of outcome.error?.issues ?? []) context.addIssue({ ...issue, path: ['props', ...issue.path] } as never);
    }),
);

const settings = z.strictObject({
  name: label.optional(),
  layout: z.enum(['horizontal', 'vertical', 'inline']).default(formDefaults.layout),
  labelAlign: z.enum(['left', 'right']).default(formDefaults.labelAlign),
  labelSpan: z.int().min(0).max(24).default(formDefaults.labelSpan),
  labelOffset: z.int().min(0).max(24).default(0),
  wrapperSpan: z.int().min(0).max(24).default(formDefaults.wrapperSpan),
  wrapperOffset: z.int().min(0).max(24).default(0),
  gutter: z.int().min(0).max(100).default(formDefaults.gutter),
  disabled: z.boolean().default(false),
  showButtons: z.boolean().default(true),
  size: z.enum(['small', 'middle', 'large']).optional(),
  legacy: z.strictObject({ formRef: label.optional(), formModel: label.optional(), formRules: label.optional() }).optional(),
});

/** Validates a component without its children. */
export const isValidNode = (value: FormNode): boolean => node.safeParse(value.children ? { ...value, children: [] } : value).success;

export const isValidSettings = (value: FormSettings): boolean => settings.safeParse(value).success;

/** Rules beyond the shape: limits, allowed parents, unique names per scope, no dependency cycles. */
function checkDocument(doc: Doc, context: z.RefinementCtx) {
  const refuse = (word: string, params: object = {}) =>
    context.addIssue({ code: 'custom', path: ['fields'], params: { word: `issue.form.${word}`, ...params } });
  const nodes = [...walk(doc.fields)];
  if (nodes.length > limits.nodes) return refuse('nodes', { max: limits.nodes });
  if (Math.max(0, ...doc.fields.map(depthOf)) > limits.depth) return refuse('depth', { max: limits.depth });
  const duplicateId = firstDuplicate(nodes.map(([{ id }]) => id));
  if (duplicateId !== undefined) return refuse('idTwice', { id: duplicateId });
  const misplaced = nodes.find(([each, parent]) => !canContain(parent, each) || (each.children && specOf(each.type).holds === 'nothing'));
  if (misplaced) return refuse('place', { name: misplaced[0].name });
  for (const scope of [doc.fields, ...nodes.flatMap(([each]) => (each.type === 'subtable' ? [each.children ?? []] : []))]) {
    const duplicateName = firstDuplicate(answerFields(scope).map(({ name }) => name));
    if (duplicateName !== undefined) return refuse('nameTwice', { name: duplicateName });
  }
  const cycle = cycleOf(doc);
  return cycle ? refuse('cycle', { names: cycle.join(' → ') }) : undefined;
}

const docSchema = z
  .strictObject({
    kind: z.literal('form-doc'),
    version: z.literal(DOC_VERSION),
    idSeq: z.int().min(FIRST_ID).max(1e9),
    form: settings,
    fields: z.array(node),
    x: jsonRecord.optional(),
  })
  .superRefine(checkDocument)
  // a counter below the highest id would allocate duplicates
  .transform((doc): Doc => ({ ...doc, idSeq: Math.max(doc.idSeq, ...[...walk(doc.fields)].map(([{ id }]) => id)) }));

/** Limits checked before any recursion. */
const MAX_LEVELS = 60;
const MAX_VALUES = 200_000;

/** Detects JSON that is too deep, too large, or has dangerous keys. */
export function isExcessive(value: unknown): boolean {
  let [level, valueCount]: [unknown[], number] = [[value], 0];
  for (let depth = 0; level.length > 0; depth++) {
    valueCount += level.length;
    if (depth > MAX_LEVELS || valueCount > MAX_VALUES) return true;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      if (Object.hasOwn(each, '__proto__')) return true;
      for (const inner of Object.values(each)) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** Parses untrusted JSON. The result is valid for every function of this package. */
export const FormDoc = z.preprocess((value, context) => {
  if (!isExcessive(value)) return value;
  context.addIssue({ code: 'custom', params: { word: 'issue.form.tooComplex' } });
  return z.NEVER;
}, docSchema) as unknown as z.ZodType<Doc>;
export type FormDoc = Doc;
