import type { JsonSchema } from './components.ts';

/** Values that fit where a schema alone would not tell: check digits, and what words cannot express. */
const known: Record<string, unknown> = {};

type Schemas = Record<string, JsonSchema>;

/** A value that `schema` lets through, as a person might send it. `name` is the field's, which some values hang on. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, name = '', depth = 0): unknown {
  if (depth > 12) return undefined;
  const within = (each: JsonSchema, field = name) => exampleOf(each, schemas, field, depth + 1);
  if (schema.$ref) return within(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (Object.hasOwn(known, name) && schema.type !== 'object' && schema.type !== 'array') return known[name];
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.find((each) => (each as JsonSchema).type !== 'null');
  if (choice) return within(choice as JsonSchema);
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  if (type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => [field, within(each as JsonSchema, field)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (type === 'array') return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => within((schema.items ?? {}) as JsonSchema));
  if (type === 'string') return textOf(schema, name);
  if (type === 'integer' || type === 'number') return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
  if (type === 'boolean') return false;
  return undefined;
}

/** Texts by the pattern that they must fit. */
const patterned: readonly string[] = [];

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema, name: string): string {
  if (format === 'uuid') return '0199a3f2-7c1b-7d52-9c0e-5b1f6f0a2c11';
  if (pattern) {
    const fits = new RegExp(pattern, 'u');
    return patterned.find((each) => fits.test(each) && each.length <= maxLength) ?? '';
  }
  return name.slice(0, maxLength).padEnd(minLength, 'x');
}
