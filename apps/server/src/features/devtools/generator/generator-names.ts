import * as contract from '@suyuan/contract';
import { isResource, isWord, type Resource } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { snakeCase } from '../../../platform/db/record-table.ts';
import { Problem } from '../../../platform/problem.ts';
import type { CatalogColumn } from './generator-catalog.queries.ts';
import { inferColumn, type NewGenColumn } from './generator-infer-column.ts';

/** An existing resource that fields can reference. */
export interface ReferencedResource {
  /** Name of the contract's export, e.g. `suppliers`. */
  value: string;
  domain: string;
  noun: string;
  label: string;
}

/** Tables of resources whose name on the wire differs. */
const TABLES: Record<string, string> = {
  category: 'product',
  channelBusiness: 'dealer',
  codeList: 'bulk_action',
  config: 'setting',
  dept: 'department',
  dictType: 'dictionary',
  operlog: 'audit_log',
};

/** Resources by table name, without those that cannot be searched by name. */
export function listResources(): Map<string, ReferencedResource> {
  const resources = new Map<string, ReferencedResource>();
  for (const [value, noun] of Object.entries(contract)) {
    if (!isResource(noun)) continue;
    const { domain, name, operations, filters, record }: Resource = noun;
    if (!operations.includes('list') || !operations.includes('read')) continue;
    const label = Object.keys(filters.shape).find((field) => field.endsWith('Name') && field in record.shape);
    if (label) resources.set(TABLES[name] ?? snakeCase(name), { value, domain, noun: name, label });
  }
  return resources;
}

interface ModuleNames {
  domain: string;
  noun: string;
  plural: string;
}

const contractExports: Record<string, unknown> = contract;

const isNamed = (value: unknown, { domain, noun }: ModuleNames) => isResource(value) && value.domain === domain && value.name === noun;

/** Whether the contract exports a resource of these names, which can be generated again. */
export const isRegenerable = (module: ModuleNames) => isNamed(contractExports[module.plural], module);

/** The first of `names` that another resource of the contract uses. A regenerated module may reuse its names. */
export function findNameConflict(module: ModuleNames, names: readonly string[]): string | undefined {
  if (isRegenerable(module)) return undefined;
  // the noun may be exported under another name, like the generator's
  return Object.values(contractExports).some((value) => isNamed(value, module))
    ? module.noun
    : names.find((name) => Object.hasOwn(contractExports, name));
}

/** Default settings of a column. Without a comment, a reference is labeled like its resource. */
export function inferLabeledColumn(column: CatalogColumn, sort: number): NewGenColumn {
  const inferred = inferColumn(column, sort);
  const noun = column.ref && listResources().get(column.ref.table);
  const word = noun && `${noun.domain}.${noun.noun}`;
  return column.comment === '' && word && isWord(zhCN, word) ? { ...inferred, columnComment: zhCN[word] } : inferred;
}

/** @throws genTableUnknown if one of `names` is not among `tables` */
export function allNamed<Table extends { tableName: string }>(tables: Table[], names: readonly string[], field = 'tables'): Table[] {
  const missing = names.find((name) => !tables.some(({ tableName }) => tableName === name));
  if (missing !== undefined) throw new Problem('genTableUnknown', { field, tableName: missing });
  return tables;
}

/** PostgreSQL keywords that need quotes as identifiers. Generated statements do not quote. */
const SQL_KEYWORDS = new Set(
  [
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog current_date',
    'current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign from',
    'grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order placing',
    'primary references returning select session_user some symmetric system_user table then to trailing true union unique user using variadic',
    'when where window with authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like',
    'natural notnull outer overlaps right similar tablesample verbose',
  ].flatMap((line) => line.split(' ')),
);

/** Names that fields and nouns cannot have: keywords, and names in every list, record or route. */
const RESERVED = new Set(
  [
    // TypeScript
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in',
    'instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package',
    'private protected public undefined arguments eval async of type constructor prototype',
    // lists and answers
    'params paging page page_num page_size order_by_column is_asc code msg rows total problem begin_time end_time ids id',
    // generated modules
    'sql db scope queries or_not_found map_constraint_errors or_stale contains between list read add edit remove find insert update select visible resource',
  ].flatMap((line) => line.split(' ')),
);

/** `name` in snake case. Properties of `Object.prototype` are reserved too. */
export const isReserved = (name: string) => RESERVED.has(name) || isSqlWord(name) || name.startsWith('__') || name in Object.prototype;

export const isSqlWord = (name: string) => SQL_KEYWORDS.has(name);

/** Folders next to the domains, which contain no nouns. */
export const isFolder = (domain: string) => ['core', 'words', 'test'].includes(domain);
