import { z } from 'zod';
import type { WordKey } from '../words/zh-CN.ts';
import type { Extension } from './extensions.ts';
import { Id } from './fields.ts';

export type Operation = 'list' | 'read' | 'add' | 'edit' | 'remove' | 'export' | 'import';

export interface ResourceSpec {
  domain: string;
  /** Singular camelCase: path segment, folder name and middle part of each permission. */
  name: string;
  /** Field that identifies a record, e.g. `supplierId`. */
  key: string;
  /** RuoYi path where it differs from `/domain/name`, e.g. `/system/dict/type`. */
  path?: string;
  /** Permission prefix where it differs from `domain:name`, e.g. `system:dict`. */
  permissionPrefix?: string;
  /** Prefix of the word keys where resources share them, e.g. `digit.catalogue`. */
  words?: string;
  /** Fields with word keys of this resource despite `words` and `SHARED_FIELDS`. */
  ownWords?: readonly string[];
  /** Title in the audit log. Absent: changes are not logged. */
  log?: string;
  operations: readonly Operation[];
  record: z.ZodObject;
  /**
   * Body of add. Edit accepts any subset. Must not contain `.default()`: zod also applies it under `partial`, so an edit would set it.
   */
  input: z.ZodObject;
  /** All fields are optional. */
  filters: z.ZodObject;
  sortable: readonly string[];
  /** Present if RuoYi servers also have this resource. A save then sends the complete record. */
  wire?: RuoYiRecord;
}

/** RuoYi conventions for a record. RuoYi ignores nulls, reads absent booleans as false, and rejects absent lists. */
export interface RuoYiRecord {
  /** Fields that read returns next to `data`. */
  beside?: readonly string[];
  /** Fields with keys of other records. Never sent as null. */
  lists?: readonly string[];
  /** RuoYi returns all rows of this list, in a fixed order. A server with this extension sorts and pages them. */
  pagedWith?: Extension;
}

export interface Page<Row> {
  rows: Row[];
  /** On all pages. */
  total: number;
}

export interface Paging<Field extends string = string> {
  /** From 1. A number after the end returns the last page. */
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
  /** Path below `/api`, e.g. `/manage/supplier`. */
  path: string;
  /** Body of edit: the key and any subset of the input. */
  changes: z.ZodType<{ id: number; fields: ChangesOf<S> }>;
  /** E.g. `manage:supplier:add`. The permission for read ends with `query`. */
  permission(operation: S['operations'][number] | (string & {})): string;
  /** Word key of the resource, of a field, or of a text about a field, e.g. `state.draft` or `state.hint`. */
  word(field?: string): WordKey;
};

type SharedField<Key = WordKey> = Key extends `common.field.${infer Name}` ? Name : never;

/** Fields with the same label in every resource. */
const SHARED_FIELDS: Record<SharedField, true> = {
  createBy: true,
  createTime: true,
  updateBy: true,
  updateTime: true,
  remark: true,
  status: true,
  state: true,
  stateReason: true,
  reason: true,
  submitBy: true,
  submitTime: true,
  reviewBy: true,
  reviewTime: true,
};

/** Routes, permissions, hooks, titles and pages derive from this declaration. */
export function defineResource<const S extends ResourceSpec>(spec: S): Resource<S> {
  const { domain, name, key, input } = spec;
  const { path = `/${domain}/${name}`, permissionPrefix = `${domain}:${name}`, words = `${domain}.${name}`, ownWords } = spec;
  const word = (field?: string) => {
    if (!field) return `${domain}.${name}`;
    if (ownWords?.includes(field.split('.')[0] ?? '')) return `${domain}.${name}.${field}`;
    return Object.hasOwn(SHARED_FIELDS, field) ? `common.field.${field}` : `${words}.${field}`;
  };
  const derived = {
    path,
    changes: input
      .partial()
      .extend({ [key]: Id })
      .transform(({ [key]: id, ...fields }) => ({ id, fields })),
    permission: (operation: string) => `${permissionPrefix}:${operation === 'read' ? 'query' : operation}`,
    word,
  };
  // The cast is necessary because zod cannot infer the generic through partial() and extend().
  return { ...spec, ...derived } as unknown as Resource<S>;
}

/** Action on one record: `PUT /manage/batch/{id}/approve`. */
export interface Action<Body extends z.ZodType = z.ZodType> {
  name: string;
  path: string;
  permission: string;
  /** Title in the audit log. */
  log: string | undefined;
  body: Body;
}

/** `body`: parameters in addition to the key. */
export function defineAction<Body extends z.ZodType = z.ZodObject>(
  { domain, name: noun, log }: Pick<ResourceSpec, 'domain' | 'name' | 'log'>,
  name: string,
  body: Body = z.object({}) as unknown as Body,
): Action<Body> {
  return { name, path: `/${domain}/${noun}/:id/${name}`, permission: `${domain}:${noun}:${name}`, log, body };
}
