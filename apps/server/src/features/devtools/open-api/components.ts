import * as contract from '@suyuan/contract';
import { isPlainWord, Time, type Translate, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
export type Word = (field: string) => string;

/** Names of the contract's schemas, used for references. */
const names = z.registry<{ id: string }>();
const words = new Map<string, Word>();

for (const [name, value] of Object.entries(contract)) if (value instanceof z.ZodObject) names.add(value, { id: name });
for (const noun of Object.values(contract).flatMap((value) => (contract.isResource(value) ? [value] : []))) {
  const record = names.get(noun.record)?.id ?? pascal(`${noun.domain}/${noun.name}`);
  for (const [schema, id] of [
    [noun.record, record],
    [noun.input, `${record}Input`],
  ] as const) {
    if (!names.has(schema) && ![...words.keys()].includes(id)) names.add(schema, { id });
    const schemaName = names.get(schema)?.id;
    if (schemaName && !words.has(schemaName)) words.set(schemaName, noun.word);
  }
}

/** Converts a path to a type name: `manage/code-rule` → `ManageCodeRule` */
export function pascal(path: string): string {
  return path.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/[^A-Za-z0-9]/g, '');
}

/** Collects referenced schemas of a document in one language. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #t: Translate;
  readonly #times: object;

  /** @param rfc3339 whether times are in that format, as in plain REST */
  constructor(t: Translate, { rfc3339 = false } = {}) {
    this.#t = t;
    this.#times = rfc3339 ? { pattern: undefined, format: 'date-time' } : {};
  }

  /** @param io request or response: fields that are optional in requests may be required in responses */
  write(schema: z.ZodType, io: 'input' | 'output', word?: Word): JsonSchema {
    // wrapped, so that a named schema becomes a reference too
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: names,
      unrepresentable: 'any',
      // schema metadata is in zod's global registry, not in `names`
      override: ({ zodSchema, jsonSchema }) =>
        Object.assign(
          jsonSchema,
          z.globalRegistry.get(zodSchema as z.core.$ZodType),
          (zodSchema as z.core.$ZodType) === Time && this.#times,
        ),
    });
    const suffix = (id: string) => (io === 'input' && !id.endsWith('Input') ? `${id}Given` : id);
    for (const [id, definition] of Object.entries($defs)) {
      this.schemas[suffix(id)] ??= this.#rewriteReferences(this.#addTitles(definition as JsonSchema, words.get(id) ?? word), suffix);
    }
    return this.#rewriteReferences(this.#addTitles(properties?.it as JsonSchema, word), suffix);
  }

  /** Rewrites references from `$defs` to `components`. */
  #rewriteReferences(schema: JsonSchema, suffix: (id: string) => string): JsonSchema {
    const text = JSON.stringify(schema, (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    );
    return JSON.parse(text.replaceAll(/"#\/\$defs\/([^"]+)"/g, (_, id: string) => `"#/components/schemas/${suffix(id)}"`));
  }

  /** Adds form labels and hints to fields, and labels to coded values. */
  #addTitles(schema: JsonSchema, word: Word | undefined): JsonSchema {
    if (!word) return schema;
    const { properties, items, anyOf, ...rest } = schema;
    return {
      ...rest,
      ...(items && { items: Array.isArray(items) ? items : this.#addTitles(items as JsonSchema, word) }),
      ...(anyOf && { anyOf: anyOf.map((each) => this.#addTitles(each as JsonSchema, word)) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, each]) => [
            field,
            { ...this.#describeField(word, field, each as JsonSchema), ...this.#addTitles(each as JsonSchema, word) },
          ]),
        ),
      }),
    };
  }

  #describeField(word: Word, field: string, schema: JsonSchema): JsonSchema {
    const key = [word(field), `common.field.${field}`, `kit.${field}`].find(isPlain);
    if (!key) return {};
    const translate = (each: string) => (isPlain(each) ? this.#t(each) : undefined);
    const values = valuesOf(schema).flatMap((value) => translate(word(`${field}.${value}`))?.replace(/^/, `\`${value}\` `) ?? []);
    const description = [translate(word(`${field}.hint`)), values.join(' · ')].filter(Boolean).join('\n\n');
    return { title: translate(key), ...(description && { description }) } as JsonSchema;
  }
}

const isPlain = (key: string): key is WordKey => isPlainWord(zhCN, key);

const valuesOf = (schema: JsonSchema): readonly unknown[] =>
  schema.enum ?? (schema.anyOf ?? []).flatMap((each) => valuesOf(each as JsonSchema));
