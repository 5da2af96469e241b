import type { JsonSchema } from '../features/devtools/open-api/components.ts';

type Schemas = Record<string, JsonSchema>;

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** Validates `value` against `schema` and returns the violations. Deliberately independent of zod. */
export function schemaViolations(value: unknown, schema: JsonSchema | boolean, schemas: Schemas, at = '$'): string[] {
  if (schema === true) return [];
  if (schema === false) return [`${at}: nothing may be here`];
  if (schema.$ref) return schemaViolations(value, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? false, schemas, at);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const tries = choices.map((each) => schemaViolations(value, each as JsonSchema, schemas, at));
    return tries.some((faults) => faults.length === 0) ? [] : (tries.sort((one, other) => one.length - other.length)[0] ?? []);
  }
  const parts = (schema.allOf ?? []).flatMap((each) => schemaViolations(value, each as JsonSchema, schemas, at));
  if (parts.length > 0) return parts;
  const valueType = typeOf(value);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => type === valueType || (type === 'number' && valueType === 'integer')))
    return [`${at}: ${valueType} in place of ${types.join(' or ')}`];
  if (schema.const !== undefined && schema.const !== value) return [`${at}: ${String(value)} in place of ${String(schema.const)}`];
  if (schema.enum && !(schema.enum as unknown[]).includes(value)) return [`${at}: ${String(value)} is none of ${schema.enum.join(', ')}`];
  if (Array.isArray(value)) return listViolations(value, schema, schemas, at);
  if (valueType === 'object') return objectViolations(value as Record<string, unknown>, schema, schemas, at);
  return scalarViolations(value, schema, at);
}

function listViolations(
  value: unknown[],
  { items, prefixItems = [], minItems = 0, maxItems = 1e9 }: JsonSchema,
  schemas: Schemas,
  at: string,
) {
  if (value.length < minItems || value.length > maxItems) return [`${at}: ${value.length} items`];
  const of = (index: number) => (prefixItems[index] ?? items ?? true) as JsonSchema | boolean;
  return value.flatMap((each, index) => schemaViolations(each, of(index), schemas, `${at}[${index}]`));
}

function objectViolations(value: Record<string, unknown>, schema: JsonSchema, schemas: Schemas, at: string) {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.filter((name) => value[name] === undefined).map((name) => `${at}.${name}: missing`);
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, each]) =>
      each === undefined
        ? []
        : schemaViolations(each, (properties[name] ?? additionalProperties) as JsonSchema | boolean, schemas, `${at}.${name}`),
    ),
  ];
}

/** RFC 3339 and RFC 9562. The other formats in use have a pattern, too. */
const formats: Partial<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

function scalarViolations(value: unknown, schema: JsonSchema, at: string) {
  const { format = '', pattern, minLength = 0, maxLength = 1e9, minimum = -Infinity, maximum = Infinity } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  if (typeof value === 'number') {
    const isWithin = value >= minimum && value <= maximum && value > Number(exclusiveMinimum) && value < Number(exclusiveMaximum);
    return isWithin ? [] : [`${at}: ${value} is out of range`];
  }
  if (typeof value !== 'string') return [];
  const isValid =
    value.length >= minLength &&
    value.length <= maxLength &&
    (!pattern || new RegExp(pattern, 'u').test(value)) &&
    (formats[format]?.test(value) ?? true);
  return isValid ? [] : [`${at}: “${value.slice(0, 80)}” does not fit`];
}
