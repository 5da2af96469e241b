import type { z } from 'zod';
import type { WordKey } from '../words/zh-CN.ts';
import type { Extension } from './extensions.ts';
import { Id } from './fields.ts';

/** What may be done to a resource: each is one route, one permission and one control of the console. */
export type Operation = 'list' | 'read' | 'add' | 'edit' | 'remove' | 'export' | 'import';

/** One noun of the product, as the wire sees it. */
export interface ResourceSpec {
  domain: string;
  /** Singular camelCase: path segment, folder name and middle of each permission. */
  name: string;
  /** Field that identifies a record, e.g. `supplierId`. */
  key: string;
  /** Where the family's address is not `/domain/name`, e.g. `/system/dict/type`. */
  path?: string;
  /** What its permissions begin with where that is not `domain:name`, e.g. `system:dict`. */
  rights?: string;
  /** What the words of its fields begin with where several nouns share them, e.g. `digit.catalogue`. */
  words?: string;
  /** Fields whose words are the noun's own all the same, e.g. one with an example of its own. */
  ownWords?: readonly string[];
  /** Title of its rows in the operation log; without one its changes are not logged. */
  log?: string;
  operations: readonly Operation[];
  /** What list and read answer. */
  record: z.ZodObject;
  /** What add accepts; edit accepts any part. Holds no `.default()`: an edit would apply it (zod fills it in under `partial`). */
  input: z.ZodObject;
  /** What list can be narrowed by; every field optional. */
  filters: z.ZodObject;
  /** Fields that list may be ordered by. */
  sortable: readonly string[];
  /** Present where RuoYi's own servers have this noun too: how its record travels there. A save then carries the whole record. */
  wire?: RuoYiRecord;
}

/** How a RuoYi server reads and writes a record: it keeps what is null, reads absent booleans as false and refuses absent lists. */
export interface RuoYiRecord {
  /** Fields that the answer of read puts next to `data`. */
  beside?: readonly string[];
  /** Fields that hold keys of other records: never sent as null. */
  lists?: readonly string[];
  /** RuoYi answers all rows of the list at once, in its own order; a server with this extension orders and pages them. */
  pagedWith?: Extension;
}

export interface Page<Row> {
  rows: Row[];
  /** Rows that match the filters, over all pages. */
  total: number;
}

export interface Paging<Field extends string = string> {
  /** From 1; past the end means the last page. */
  page: number;
  pageSize: number;
  /** Absent: newest first. */
  orderBy?: Field | undefined;
  descending: boolean;
}

export type RecordOf<S extends ResourceSpec> = z.output<S['record']>;
export type InputOf<S extends ResourceSpec> = z.output<S['input']>;
export type ChangesOf<S extends ResourceSpec> = Partial<InputOf<S>> & { version?: number | undefined };
export type FiltersOf<S extends ResourceSpec> = z.output<S['filters']>;
export type QueryOf<S extends ResourceSpec> = FiltersOf<S> & { paging: Paging<S['sortable'][number]> };

export type Resource<S extends ResourceSpec = ResourceSpec> = S & {
  /** Below `/api`, e.g. `/manage/supplier`. */
  path: string;
  /** Body of edit: the key, and any part of the input beside it. */
  changes: z.ZodType<{ id: number; fields: ChangesOf<S> }>;
  /** `manage:supplier:add`; the wire's word for read is `query`. */
  permission(operation: S['operations'][number] | (string & {})): string;
  /** Key of the noun's word, or of a field's. */
  word(field?: string): WordKey;
};

/** Declares a resource once; routes, permissions, hooks, titles and pages are read off the result. */
export function defineResource<const S extends ResourceSpec>(spec: S): Resource<S> {
  const { domain, name, key, input } = spec;
  const { path = `/${domain}/${name}`, rights = `${domain}:${name}`, words = `${domain}.${name}`, ownWords } = spec;
  const derived = {
    path,
    changes: input
      .partial()
      .extend({ [key]: Id })
      .transform(({ [key]: id, ...fields }) => ({ id, fields })),
    permission: (operation: string) => `${rights}:${operation === 'read' ? 'query' : operation}`,
    word: (field?: string) => (field ? `${ownWords?.includes(field) ? `${domain}.${name}` : words}.${field}` : `${domain}.${name}`),
  };
  // The one cast of the contract: zod cannot follow the generic through partial() and extend().
  return { ...spec, ...derived } as unknown as Resource<S>;
}
