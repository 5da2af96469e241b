import { z } from 'zod';
import * as contract from '../../packages/contract/src/index.ts';
import { zhCN } from '../../packages/contract/src/words/zh-CN.ts';
import { productSources, type Search, textsIn } from './sources.ts';

const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/;

/** Field names of a schema, nested ones included. */
const fieldsOf = (schema: z.ZodType): string[] => {
  const within = (node: unknown): string[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([key, each]) => [...(key === 'properties' ? Object.keys(each as object) : []), ...within(each)]);
  return within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
};

const parentKey = (key: string) => key.slice(0, key.lastIndexOf('.'));

/** Names of resources, their fields and those of other requests, which messages, forms, sheets and documentation read from the contract. */
function contractKeys(): { nouns: Set<string>; fields: Set<string>; requestFields: Set<string> } {
  const requestFields = new Set(
    Object.values(contract).flatMap((value) => ((value as unknown) instanceof z.ZodType ? fieldsOf(value as unknown as z.ZodType) : [])),
  );
  const nouns = new Set<string>();
  const fields = new Set<string>();
  for (const noun of Object.values(contract)) {
    if (!contract.isResource(noun)) continue;
    nouns.add(noun.word());
    for (const field of [noun.record, noun.input, noun.filters].flatMap(fieldsOf)) {
      fields.add(noun.word(field));
      // a shared label has values and hints of the resource
      fields.add(parentKey(noun.word(`${field}.hint`)));
    }
  }
  return { nouns, fields, requestFields };
}

/** Keys in the sources: complete keys, and patterns of composed keys, with or without a resource prefix. */
function collectKeys(): { literalKeys: Set<string>; patterns: RegExp[] } {
  const literalKeys = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const text of productSources.values()) {
    for (const literal of textsIn(text)) {
      literalKeys.add(literal);
      const parts = literal.split(PLACEHOLDER);
      const isKey = parts.length > 1 && parts.every((part) => /^[\w.-]*$/.test(part)) && parts.some((part) => /\w\.|\.\w/.test(part));
      if (isKey) patterns.set(literal, new RegExp(`^(?:.+\\.)?${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`));
    }
  }
  return { literalKeys, patterns: [...patterns.values()] };
}

/** Unused texts of the language packs. Route titles are checked by the documentation tests. */
export function unusedTexts(): Search {
  const { nouns, fields, requestFields } = contractKeys();
  const { literalKeys, patterns } = collectKeys();
  const isUsed = (key: string) =>
    nouns.has(key) ||
    fields.has(key) ||
    fields.has(parentKey(key)) ||
    literalKeys.has(key) ||
    [literalKeys, requestFields].some((names) => names.has(key.split('.').slice(2).join('.')));
  const keys = Object.keys(zhCN).filter((key) => !key.startsWith('api.'));
  const unused = keys.filter((key) => !isUsed(key) && !patterns.some((pattern) => pattern.test(key)));
  return { checkedCount: keys.length, faults: unused.map((key) => `no page says ${key}`) };
}
