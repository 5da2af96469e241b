import { z } from 'zod';
import type { Resource } from '../../packages/contract/src/index.ts';
import * as contract from '../../packages/contract/src/index.ts';
import { zhCN } from '../../packages/contract/src/words/zh-CN.ts';
import { product, type Search, textsIn } from './sources.ts';

const FILLED = /\$\{(?:[^{}]|\{[^{}]*\})*\}/;

const isNoun = (value: unknown): value is Resource => typeof value === 'object' && value !== null && 'word' in value && 'record' in value;

/** Field names of a schema, nested ones included. */
const fieldsOf = (schema: z.ZodType): string[] => {
  const within = (node: unknown): string[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([key, each]) => [...(key === 'properties' ? Object.keys(each as object) : []), ...within(each)]);
  return within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
};

const above = (key: string) => key.slice(0, key.lastIndexOf('.'));

/** Names of resources and their fields, which forms, sheets and documentation read from the contract. */
function declared(): { nouns: Set<string>; fields: Set<string> } {
  const nouns = new Set<string>();
  const fields = new Set<string>();
  for (const noun of Object.values(contract)) {
    if (!isNoun(noun)) continue;
    nouns.add(noun.word());
    for (const field of [noun.record, noun.input, noun.filters].flatMap(fieldsOf)) {
      fields.add(noun.word(field));
      // a shared label has values and hints of the resource
      fields.add(above(noun.word(`${field}.hint`)));
    }
  }
  return { nouns, fields };
}

/** Keys in the sources: complete keys, and patterns of composed keys, with or without a resource prefix. */
function written(): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const text of product.values()) {
    for (const said of textsIn(text)) {
      whole.add(said);
      const parts = said.split(FILLED);
      const isKey = parts.length > 1 && parts.every((part) => /^[\w.-]*$/.test(part)) && parts.some((part) => /\w\.|\.\w/.test(part));
      if (isKey) patterns.set(said, new RegExp(`^(?:.+\\.)?${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`));
    }
  }
  return { whole, patterns: [...patterns.values()] };
}

/** Unused texts of the language packs. Route titles are checked by the documentation tests. */
export function unusedSentences(): Search {
  const { nouns, fields } = declared();
  const { whole, patterns } = written();
  const isUsed = (key: string) =>
    nouns.has(key) || fields.has(key) || fields.has(above(key)) || whole.has(key) || whole.has(key.split('.').slice(2).join('.'));
  const keys = Object.keys(zhCN).filter((key) => !key.startsWith('api.'));
  const unused = keys.filter((key) => !isUsed(key) && !patterns.some((pattern) => pattern.test(key)));
  return { looked: keys.length, faults: unused.map((key) => `no page says ${key}`) };
}
