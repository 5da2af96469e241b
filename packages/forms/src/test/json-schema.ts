import { compact, type Json, type JsonObject } from '../json.ts';
import { type FormDoc, type FormNode, limits, type Option } from '../model.ts';
import { parsePattern } from '../pattern/pattern-rule.ts';
import { specOf } from '../registry/registry.ts';
import { ancestorsOf, answerFields } from '../tree.ts';

/** Answers as JSON Schema (2020-12). Wider than the validator: it cannot express cross-field rules, file paths or existing dates. */
export function jsonSchemaOf(doc: FormDoc): JsonObject {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: doc.form.name ?? 'form', ...recordOf(doc, doc.fields) };
}

function recordOf(doc: FormDoc, nodes: readonly FormNode[]): JsonObject {
  const fields = answerFields(nodes);
  const required = fields.filter((node) => node.required && isAlways(doc, node)).map(({ name }) => name);
  return compact({
    type: 'object',
    properties: Object.fromEntries(fields.map((node) => [node.name, answerOf(doc, node)])),
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  } as JsonObject);
}

/** A field is always required only if it cannot be hidden, disabled or computed. */
const isAlways = (doc: FormDoc, node: FormNode) =>
  [node, ...ancestorsOf(doc, node.id)].every(({ rules, props }) => !rules?.visible && !rules?.value && props.disabled !== true);

function answerOf(doc: FormDoc, node: FormNode): JsonObject {
  const { props } = node;
  const number = (key: string) => (typeof props[key] === 'number' ? props[key] : undefined);
  const withTitle = (schema: JsonObject): JsonObject =>
    compact({ title: node.label || node.name, description: node.help, ...schema } as JsonObject);
  const optionSchema = () => keyOf(node);
  const listSchema = () => ({
    type: 'array',
    items: optionSchema(),
    uniqueItems: true,
    minItems: number('min'),
    maxItems: number('max') ?? limits.options,
  });
  switch (specOf(node.type).answer) {
    case 'number': {
      const rate = node.type === 'rate';
      const numberSchema = compact({
        type: 'number',
        minimum: rate ? 0 : number('min'),
        maximum: rate ? (number('count') ?? 5) : number('max'),
        ...(rate && { multipleOf: props.allowHalf === true ? 0.5 : 1 }),
      } as JsonObject);
      return withTitle(
        props.range === true ? { type: 'array', prefixItems: [numberSchema, numberSchema], minItems: 2, maxItems: 2 } : numberSchema,
      );
    }
    case 'flag':
      return withTitle({ type: 'boolean' });
    case 'choice':
      return withTitle((props.multiple === true || props.treeCheckable === true ? compact(listSchema()) : optionSchema()) as JsonObject);
    case 'choices':
      return withTitle(compact(listSchema()) as JsonObject);
    case 'path':
      return withTitle({ type: 'array', items: { type: ['string', 'number'] } });
    case 'pair':
      return withTitle({ type: 'array', prefixItems: [momentOf(node), momentOf(node)], minItems: 2, maxItems: 2 });
    case 'files':
      return withTitle({ type: 'array', items: file, maxItems: node.type === 'signature' ? 1 : (number('maxCount') ?? 50) });
    case 'rows':
      return withTitle(
        compact({
          type: 'array',
          items: recordOf(doc, node.children ?? []),
          minItems: number('min'),
          maxItems: number('max') ?? limits.rows,
        }) as JsonObject,
      );
    case 'html':
      return withTitle({ type: 'string', contentMediaType: 'text/html', maxLength: limits.richText });
    default:
      return withTitle(textOf(node));
  }
}

const file: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 200 }, url: { type: 'string', pattern: '^/' } },
  required: ['name', 'url'],
};

const values = (options: readonly Option[]): Json[] => [
  ...new Set(options.flatMap((option) => [...(option.disabled ? [] : [option.value]), ...values(option.children ?? [])])),
];

/** Dynamic options are not part of the document. */
const keyOf = ({ source, options = [] }: FormNode): JsonObject =>
  (source?.mode ?? 'static') === 'static' ? { enum: values(options) } : { type: ['string', 'number'] };

const TIME = '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$';

function momentOf({ type, props }: FormNode): JsonObject {
  if (type === 'time' || type === 'time-range') return { type: 'string', pattern: TIME };
  if (type === 'month') return { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' };
  if (type === 'week') return { type: 'string', pattern: '^\\d{4}-W\\d{2}$' };
  return props.showTime === true
    ? { type: 'string', pattern: `^\\d{4}-\\d{2}-\\d{2} ${TIME.slice(1)}` }
    : { type: 'string', format: 'date' };
}

function textOf(node: FormNode): JsonObject {
  if (['time', 'date', 'month', 'week'].includes(node.type)) return momentOf(node);
  if (node.type === 'color') return { type: 'string', pattern: '^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$' };
  // JSON Schema patterns do not support flags
  const bodies = node.regList.map(parsePattern).flatMap(({ body, flags }) => (flags === '' || flags === 'u' ? [{ pattern: body }] : []));
  const maxLength = typeof node.props.maxLength === 'number' ? node.props.maxLength : limits.text;
  return { type: 'string', maxLength, ...(bodies.length > 0 ? { allOf: bodies } : {}) };
}
