import { z } from 'zod';
import type { WordKey } from '../words/zh-CN.ts';
import { defineEndpoint, type Endpoint, type EndpointSpec } from './endpoint.ts';
import type { Extension } from './extensions.ts';
import type { Field, Fields, FilterShape, InputNames, InputShape, RecordShape, StoredNames } from './field-kinds.ts';
import { createdBetween, Id } from './fields.ts';

export type Operation = 'list' | 'read' | 'add' | 'edit' | 'remove' | 'export' | 'import';

interface ResourceBase {
  domain: string;
  /** Singular camelCase: path segment, folder name and middle part of each permission. */
  name: string;
  /** Field that identifies a record, e.g. `supplierId`. */
  key: string;
  /** RuoYi path where it differs from `/domain/name`, e.g. `/system/dict/type`. */
  path?: string;
  /** Noun below `/api/v1`, e.g. `trace-records`. Absent: only RuoYi clients have this resource. */
  rest?: string;
  /** Permission prefix where it differs from `domain:name`, e.g. `system:dict`. */
  permissionPrefix?: string;
  /** Prefix of the word keys where resources share them, e.g. `digit.catalogue`. */
  words?: string;
  /** Fields with word keys of this resource despite `words` and `SHARED_FIELDS`. */
  ownWords?: readonly string[];
  /** Title in the audit log. Absent: changes are not logged. */
  log?: string;
  /** Title of removals, where it differs from `log`. */
  removeLog?: string;
  operations: readonly Operation[];
  /** Present if RuoYi servers also have this resource. A save then sends the complete record. */
  wire?: RuoYiRecord;
}

/** The fields of a resource, and where they appear. */
interface FieldLists {
  /** In the order of the details and of sheets; the key is added. */
  fields: Fields;
  /** Filters that are no field of the record, or replace that of a field. */
  moreFilters?: Fields;
  sortable: readonly string[];
  /** Columns of the list. The first opens the record. */
  columns: readonly string[];
  /** Filter by a choice whose values are tabs of the list, with a count each. The values in `more` share one tab. */
  tabs?: { field: string; more?: readonly string[] };
  /** Of `columns`, hidden until the user shows them. */
  hiddenColumns?: readonly string[];
  /** Counts for the confirmation of a deletion, e.g. of records that refer to the deleted one. */
  references?: readonly string[];
  /** Inputs of the form in a drawer, at most `MAX_DRAWER_FIELDS`. */
  form?: readonly string[];
  /** Further inputs of that form, under “More settings”. */
  moreForm?: readonly string[];
  /** The form in sections, with all inputs. The word `group.<key>` is the title of a section, `group.<key>.hint` its hint. */
  formGroups?: Readonly<Record<string, readonly string[]>>;
  /** Inputs that the proposed values of other fields depend on. */
  proposedFrom?: readonly string[];
}

/** A form with more fields is a page with sections. */
export const MAX_DRAWER_FIELDS = 8;

/** Declaration of a resource. Its schemas, list and form derive from the fields. */
export interface FieldsSpec extends ResourceBase, FieldLists {
  /** In the order of the filter bar. `created` is the time range of the creation. */
  filters: readonly string[];
}

/** A resource with its schemas. */
export interface ResourceSpec extends ResourceBase, FieldLists {
  record: z.ZodObject;
  /** Body of add. Edit accepts any subset. Without `.default()`, which zod also applies to a subset. */
  input: z.ZodObject;
  /** All are optional. */
  filters: z.ZodObject;
  /** Filters of the list, in the order of the filter bar. */
  filterNames: readonly string[];
}

type MoreFiltersOf<S> = S extends { moreFilters: infer More } ? More : object;

/** Inputs that are in no section of the form. */
type MissingInputs<S extends FieldsSpec> = S extends { formGroups: Readonly<Record<string, readonly (infer Name)[]>> }
  ? Exclude<InputNames<S['fields']>, Name | 'version'>
  : never;

/** Names must be those of fields. A computed field has no column to filter or sort by. */
interface NamesOf<S extends FieldsSpec> {
  filters: readonly (StoredNames<S['fields']> | keyof MoreFiltersOf<S> | 'created')[];
  sortable: readonly (StoredNames<S['fields']> | S['key'])[];
  columns: readonly (keyof S['fields'] | S['key'])[];
  tabs?: { field: S['filters'][number] | keyof MoreFiltersOf<S>; more?: readonly string[] };
  hiddenColumns?: readonly (keyof S['fields'])[];
  references?: readonly (keyof S['fields'])[];
  form?: readonly InputNames<S['fields']>[];
  moreForm?: readonly InputNames<S['fields']>[];
  proposedFrom?: readonly InputNames<S['fields']>[];
  formGroups?: Readonly<Record<string, readonly InputNames<S['fields']>[]>> &
    ([MissingInputs<S>] extends [never] ? unknown : { formGroupsLack: MissingInputs<S> });
}

type CreatedShape<S extends FieldsSpec> = 'created' extends S['filters'][number]
  ? { beginTime: z.ZodOptional<z.ZodType<string>>; endTime: z.ZodOptional<z.ZodType<string>> }
  : object;

type Schemas = 'record' | 'input' | 'filters';
/** Known exactly; of the rest only the general type. */
type Declared = 'key' | 'operations' | 'fields' | 'sortable';

/** The schemas of a declaration. */
export type SchemasOf<S extends FieldsSpec> = Omit<ResourceSpec, Declared | Schemas> &
  Pick<S, Declared> & {
    record: z.ZodObject<{ [Key in Exclude<S['key'], keyof S['fields']>]: z.ZodType<number> } & RecordShape<S['fields']>>;
    input: z.ZodObject<InputShape<S['fields']>>;
    filters: z.ZodObject<
      FilterShape<Omit<S['fields'], keyof MoreFiltersOf<S>>, S['filters'][number]> &
        FilterShape<MoreFiltersOf<S>, keyof MoreFiltersOf<S>> &
        CreatedShape<S>
    >;
  };

/** RuoYi conventions for a record. RuoYi ignores nulls, reads absent booleans as false, and rejects absent lists. */
export interface RuoYiRecord {
  /** Fields that read returns next to `data`. */
  beside?: readonly string[];
  /** Fields with keys of other records. Never sent as null. */
  lists?: readonly string[];
  /** RuoYi returns all rows of this list, in a fixed order. A server with this extension sorts and pages them. */
  pagedWith?: Extension;
  /** Rows of a page where a request names no size. Default: 10, as RuoYi. */
  pageSize?: number;
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
  /** Any subset of the input. */
  subset: z.ZodObject;
  /** Body of edit: the key and any subset of the input. */
  changes: z.ZodType<{ id: number; fields: ChangesOf<S> }>;
  /** E.g. `manage:supplier:add`. The permission for read ends with `query`. */
  permission(operation: S['operations'][number] | (string & {})): string;
  /** Word key of the resource, of a field, or of a text about a field, e.g. `state.draft` or `state.hint`. */
  word(field?: string): WordKey;
};

/** Whether an export of the contract is a resource. */
export const isResource = (value: unknown): value is Resource => value instanceof Object && 'fields' in value && 'word' in value;

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

const shapeOf = <Value>(fields: Iterable<readonly [string, Field]>, schemaOf: (field: Field) => Value) =>
  Object.fromEntries([...fields].map(([name, field]) => [name, schemaOf(field)]));

/** @throws if a list names no field, or a computed one where a column or an input is needed */
function checkNames({ domain, name, key, fields, moreFilters, filters, sortable, columns, ...forms }: FieldsSpec) {
  const form = [...(forms.form ?? []), ...(forms.moreForm ?? []), ...Object.values(forms.formGroups ?? {}).flat()];
  const declared = new Set([key, 'created', ...Object.keys(fields), ...Object.keys(moreFilters ?? {})]);
  const unknown = [...filters, ...sortable, ...columns, ...form].find((field) => !declared.has(field));
  if (unknown) throw new Error(`${domain}.${name} has no field ${unknown}`);
  const ownFilters = filters.filter((field) => !moreFilters?.[field]);
  const computed = [...ownFilters, ...sortable, ...form].find((field) => fields[field]?.source === 'computed');
  if (computed) throw new Error(`${domain}.${name}.${computed} is computed, so it is no filter, order or input`);
}

function schemasOf(spec: FieldsSpec): ResourceSpec {
  checkNames(spec);
  const { fields, moreFilters = {}, filters: filterNames, key } = spec;
  const named = Object.entries(fields);
  const filterFields = { ...Object.fromEntries(named.filter(([name]) => filterNames.includes(name))), ...moreFilters };
  return {
    ...spec,
    record: z.object({
      ...(key in fields ? {} : { [key]: Id }),
      ...shapeOf(
        named.filter(([, { source }]) => source !== 'writeOnly'),
        ({ output }) => output,
      ),
    }),
    input: z.object(
      shapeOf(
        named.filter(([, { source }]) => source === 'input' || source === 'writeOnly'),
        ({ input }) => input,
      ),
    ),
    filters: z
      .object({
        ...shapeOf(Object.entries(filterFields), ({ filter }) => filter),
        ...(filterNames.includes('created') && createdBetween),
      })
      .partial(),
    filterNames,
  };
}

/** Routes, permissions, hooks, titles and pages derive from this declaration. */
/* @__NO_SIDE_EFFECTS__ */
export function defineResource<const S extends FieldsSpec>(declared: S & NamesOf<S>): Resource<SchemasOf<S>> {
  const spec = schemasOf(declared);
  const { domain, name, key, input } = spec;
  const { path = `/${domain}/${name}`, permissionPrefix = `${domain}:${name}`, words = `${domain}.${name}`, ownWords } = spec;
  const word = (field?: string) => {
    if (!field) return `${domain}.${name}`;
    if (ownWords?.includes(field.split('.')[0] ?? '')) return `${domain}.${name}.${field}`;
    return Object.hasOwn(SHARED_FIELDS, field) ? `common.field.${field}` : `${words}.${field}`;
  };
  const subset = input.partial();
  const derived = {
    path,
    subset,
    changes: subset.extend({ [key]: Id }).transform(({ [key]: id, ...fields }) => ({ id, fields })),
    permission: (operation: string) => `${permissionPrefix}:${operation === 'read' ? 'query' : operation}`,
    word,
  };
  // The cast: the types of the fields are lost in the schemas.
  return { ...spec, ...derived } as unknown as Resource<SchemasOf<S>>;
}

/** Action on one record: `PUT /manage/batch/{id}/approve`. */
export type Action<Body extends z.ZodType = z.ZodType, Spec extends ActionSpec = ActionSpec> = Endpoint<Spec & { body: Body }, '/:id'> & {
  name: string;
  permission: string;
  body: Body;
};

export type ProposalOf<S extends ResourceSpec> = Endpoint<
  { query: z.ZodType<Partial<InputOf<S>>>; data: z.ZodType<Partial<InputOf<S>>> },
  '/proposal'
>;

/** Values for the form of a new record: `GET /manage/supplier/proposal`. They depend on the inputs `proposedFrom`. */
export function proposalOf<S extends ResourceSpec>(of: Resource<S>): ProposalOf<S> {
  const pick = (isIncluded: (name: string) => boolean) =>
    z.object(Object.fromEntries(Object.entries(of.subset.shape).filter(([name]) => isIncluded(name))));
  const spec = {
    permission: 'add',
    query: pick((name) => of.proposedFrom?.includes(name) ?? false),
    data: pick((name) => Boolean(of.fields[name]?.proposal)),
  };
  // The cast: the types of the fields are lost in the picked schemas.
  return defineEndpoint(of, 'GET /proposal', spec) as unknown as ProposalOf<S>;
}

type ActionSpec = Pick<EndpointSpec, 'access' | 'data' | 'rest' | 'sensitive' | 'word'>;

/**
 * @param body parameters in addition to the key
 * @param spec `access` where it is not the permission of the same name
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineAction<Body extends z.ZodType = z.ZodObject, const Spec extends ActionSpec = object>(
  of: Pick<Resource, 'path' | 'rest' | 'permission' | 'log' | 'word'>,
  name: string,
  body: Body = z.object({}) as unknown as Body,
  spec: Spec = {} as Spec,
): Action<Body, Spec> {
  const access = spec.access ?? { permission: of.permission(name) };
  const endpoint = defineEndpoint(of, `PUT /:id/${name}`, { ...(of.log && { log: 'edit' }), ...spec, access, body });
  const permission = typeof access === 'object' ? access.permission : '';
  // The cast: the sub path is not known as a literal.
  return { ...endpoint, name, permission, body } as unknown as Action<Body, Spec>;
}
