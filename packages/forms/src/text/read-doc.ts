import type { z } from 'zod';
import { isObject } from '../json.ts';
import { DOC_VERSION, FIRST_ID, type FieldType, type FormDoc, fieldTypes, formDefaults } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { isExcessive, FormDoc as Schema } from '../schema.ts';
import { nearestSpot, pathKey, type ReadText, readJson, TextError, type TextFault, type TextSpot } from './read-json.ts';

interface EsNode {
  type: string;
  loc?: { start: { line: number; column: number } } | null | undefined;
  [key: string]: unknown;
}

/** A module parser, e.g. acorn's `parse` with `locations`. Passed as an argument so that it can load lazily. */
type ParseModule = (source: string) => unknown;

const spotAt = (node: EsNode): TextSpot => ({ line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 });
const refuse = (what: TextFault['what'], spot: TextSpot, key?: string): never => {
  throw new TextError({ what, ...spot, ...(key === undefined ? {} : { params: { key } }) });
};

/**
 * Reads `export default {…}` without running it; only literals are allowed. Extra statements, a missing export and invalid syntax are
 * three different faults.
 *
 * @throws TextError syntax, onlyExportDefault, noExportDefault, notLiteral, keyTwice
 */
function readModule(text: string, parse: ParseModule): ReadText {
  const spots = new Map<string, TextSpot>();
  const statements = bodyOf(text, parse).filter(({ type }) => type !== 'EmptyStatement');
  const [statement, second] = statements;
  if (second) return refuse('onlyExportDefault', spotAt(statement!.type === 'ExportDefaultDeclaration' ? second : statement!));
  if (statement?.type !== 'ExportDefaultDeclaration')
    return refuse('noExportDefault', statement ? spotAt(statement) : { line: 1, column: 1 });

  const literal = (node: EsNode, path: PropertyKey[]): unknown => {
    spots.set(pathKey(path), spotAt(node));
    switch (node.type) {
      case 'ObjectExpression':
        return object(node, path);
      case 'ArrayExpression':
        return (node.elements as (EsNode | null)[]).map((each, index) => {
          if (each === null) return refuse('notLiteral', spotAt(node));
          return literal(each, [...path, index]) ?? null;
        });
      case 'Literal':
        return literalValue(node);
      case 'UnaryExpression':
        return signedNumber(node);
      case 'Identifier':
        return node.name === 'undefined' ? undefined : refuse('notLiteral', spotAt(node));
      default:
        return refuse('notLiteral', spotAt(node));
    }
  };
  const object = (node: EsNode, path: PropertyKey[]) => {
    const result: Record<string, unknown> = {};
    for (const property of node.properties as EsNode[]) {
      const { type, kind, computed, shorthand, method } = property;
      if (type !== 'Property' || kind !== 'init' || computed || shorthand || method) refuse('notLiteral', spotAt(property));
      const key = keyOf(property.key as EsNode);
      if (key === '__proto__') refuse('notLiteral', spotAt(property));
      if (Object.hasOwn(result, key)) refuse('keyTwice', spotAt(property), key);
      const value = literal(property.value as EsNode, [...path, key]);
      if (value !== undefined) result[key] = value;
    }
    return result;
  };
  return { value: literal(statement.declaration as EsNode, []), spotOf: (path) => nearestSpot(spots, path) };
}

function bodyOf(text: string, parse: ParseModule): EsNode[] {
  try {
    return (parse(text) as { body: EsNode[] }).body;
  } catch (error) {
    const { loc } = error as { loc?: { line: number; column: number } };
    return refuse('syntax', { line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 });
  }
}

const keyOf = (key: EsNode): string => (key.type === 'Identifier' ? String(key.name) : String(key.value));

function literalValue(node: EsNode): unknown {
  const { value, regex, bigint } = node as { value?: unknown; regex?: { pattern: string; flags: string }; bigint?: string };
  if (regex) return `/${regex.pattern}/${regex.flags}`;
  if (bigint !== undefined) return refuse('notLiteral', spotAt(node));
  return typeof value === 'number' && !Number.isFinite(value) ? refuse('notLiteral', spotAt(node)) : value;
}

function signedNumber(node: EsNode): unknown {
  const { operator, argument } = node as unknown as { operator: string; argument: EsNode };
  const isNumber = argument.type === 'Literal' && typeof argument.value === 'number';
  if (!isNumber || (operator !== '-' && operator !== '+')) return refuse('notLiteral', spotAt(node));
  return operator === '-' ? -(argument.value as number) : argument.value;
}

/** Adds omitted ids, names, spans and type defaults. Present values stay; the schema validates them afterwards. */
export function complete(value: unknown): unknown {
  if (!isObject(value)) return value;
  const ids = new Set<number>();
  const gather = (nodes: unknown) => {
    for (const node of Array.isArray(nodes) ? nodes : []) {
      if (!isObject(node)) continue;
      if (typeof node.id === 'number') ids.add(node.id);
      gather(node.children);
    }
  };
  gather(value.fields);
  let seq = Math.max(FIRST_ID, typeof value.idSeq === 'number' ? value.idSeq : 0, ...ids);
  const fill = (node: unknown): unknown => {
    if (!isObject(node)) return node;
    const id = node.id ?? ++seq;
    const type = fieldTypes.find((each) => each === node.type) as FieldType | undefined;
    const defaults = type && specOf(type).fresh();
    const isContainer = type && specOf(type).holds !== 'nothing';
    const children = Array.isArray(node.children) ? { children: node.children.map(fill) } : isContainer ? { children: [] } : {};
    return {
      span: defaults?.span ?? 24,
      regList: [],
      ...(defaults?.options ? { options: defaults.options } : {}),
      ...node,
      id,
      name: node.name ?? `${type && specOf(type).answer === 'none' ? 'row' : 'field'}${id}`,
      props: node.props ?? defaults?.props ?? {},
      ...children,
    };
  };
  const fields = Array.isArray(value.fields) ? value.fields.map(fill) : value.fields;
  const form = isObject(value.form) ? { ...formDefaults, ...value.form } : (value.form ?? { ...formDefaults });
  return { kind: 'form-doc', version: DOC_VERSION, ...value, form, fields, idSeq: seq };
}

/** Migrations by source version. Each change of the format adds a step here. */
const migrations: Record<string, (doc: Record<string, unknown>) => Record<string, unknown>> = {};

export type DocOutcome = { doc: FormDoc; issues?: undefined } | { doc?: undefined; issues: z.core.$ZodIssue[]; version?: string };

/** Migrates older versions and adds omitted values. Refuses unknown versions. */
export function readDoc(value: unknown): DocOutcome {
  let current = value;
  for (let step = 0; step < 100 && isObject(current) && typeof current.version === 'string' && current.version !== DOC_VERSION; step++) {
    const migrate = Object.hasOwn(migrations, current.version) ? migrations[current.version] : undefined;
    if (!migrate) return { issues: [], version: current.version };
    current = migrate(current);
  }
  const { data, error } = Schema.safeParse(isExcessive(current) ? current : complete(current));
  return data ? { doc: data } : { issues: error?.issues ?? [] };
}

export type TextOutcome = { doc: FormDoc; faults?: undefined } | { doc?: undefined; faults: TextFault[] };

export const readDocJson = (text: string): TextOutcome => readDocText(() => readJson(text));

export const readDocModule = (text: string, parse: ParseModule): TextOutcome => readDocText(() => readModule(text, parse));

function readDocText(read: () => ReadText): TextOutcome {
  try {
    const { value, spotOf } = read();
    const { doc, issues, ...rest } = readDoc(value);
    if (doc) return { doc };
    const { version } = rest as { version?: string };
    if (version !== undefined) return { faults: [{ what: 'version', params: { version }, ...spotOf(['version']) }] };
    return { faults: issues.map((issue) => ({ what: 'issue', issue, path: issue.path, ...spotOf(issue.path) })) };
  } catch (error) {
    if (error instanceof TextError) return { faults: [error.fault] };
    throw error;
  }
}
