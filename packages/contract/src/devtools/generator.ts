import { z } from 'zod';
import { createdBetween, Flag, Id, int, optionalText, orNone, Time, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const genTemplates = ['crud', 'tree', 'sub'] as const;
export const genQueryTypes = ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'LIKE', 'BETWEEN'] as const;
export const genHtmlTypes = [
  'input',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'datetime',
  'imageUpload',
  'fileUpload',
  'editor',
] as const;
/** Value types by their RuoYi names, which are Java types. The column decides whether `Date` includes a time. */
export const genJavaTypes = ['Long', 'Integer', 'Double', 'BigDecimal', 'String', 'Date', 'Boolean'] as const;

/**
 * Unquoted database name with a reversible camelCase form. Excludes `line_2` and `is_a_gift`, because `line2` and `isAGift` convert
 * back to `line2` and `is_agift`.
 */
export const SNAKE = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]+)*(_[a-z])?$/;
const CAMEL = /^[a-z][A-Za-z0-9]{0,49}$/;
const PASCAL = /^[A-Z][A-Za-z0-9]{0,49}$/;

const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(Number(value)) : value);
/** `1` yes, `0` or null no. Unlike other RuoYi flags, 1 is the normal value. */
const Yes = z.preprocess((value) => (value === null || value === '' ? '0' : asText(value)), z.enum(['0', '1']));
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  unlessBlank(z.preprocess((value) => asText(value), z.enum(values)));

const GenColumnInput = z.object({
  columnId: Id,
  /** Chinese label. Values may follow in brackets: `状态（0正常 1停用）`. */
  columnComment: optionalText(200),
  /** English label. Absent: derived from the name. */
  englishName: optionalText(100),
  javaType: oneOf(genJavaTypes),
  javaField: unlessBlank(text(50, CAMEL)),
  isInsert: Yes.optional(),
  isEdit: Yes.optional(),
  isList: Yes.optional(),
  isQuery: Yes.optional(),
  isRequired: Yes.optional(),
  queryType: oneOf(genQueryTypes),
  htmlType: oneOf(genHtmlTypes),
  dictType: optionalText(100, /^[a-z][a-z0-9_]*$/),
  maxLength: orNone(int(1, 100_000)),
  sort: unlessBlank(int(0, 9999)),
});

export const GenColumn = z.object({
  columnId: Id,
  tableId: Id,
  columnName: z.string(),
  columnComment: z.string(),
  englishName: z.string(),
  /** Type in SQL, e.g. `character varying(30)`. */
  columnType: z.string(),
  javaType: z.enum(genJavaTypes),
  javaField: z.string(),
  isPk: Flag,
  isIncrement: Flag,
  isRequired: Flag,
  isInsert: Flag,
  isEdit: Flag,
  isList: Flag,
  isQuery: Flag,
  queryType: z.enum(genQueryTypes),
  htmlType: z.enum(genHtmlTypes),
  dictType: z.string(),
  maxLength: z.int().nullable(),
  sort: z.int(),
  /** RuoYi duplicates of the flags. */
  pk: z.boolean(),
  increment: z.boolean(),
  required: z.boolean(),
  insert: z.boolean(),
  edit: z.boolean(),
  list: z.boolean(),
  query: z.boolean(),
  /** Audit or version column, without a field in the module. */
  superColumn: z.boolean(),
  /** Allowed in a form nevertheless. */
  usableColumn: z.boolean(),
  capJavaField: z.string(),
});
export type GenColumn = z.output<typeof GenColumn>;

const optionsOf = {
  /** Columns of a tree: key, key of the parent, name. */
  treeCode: optionalText(50, SNAKE),
  treeParentCode: optionalText(50, SNAKE),
  treeName: optionalText(50, SNAKE),
  parentMenuId: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** `1`: rows open in a detail page. */
  genView: Yes.optional(),
};

const GenTableInput = z.object({
  tableName: unlessBlank(text(50, SNAKE)),
  tableComment: text(100),
  className: text(50, PASCAL),
  tplCategory: oneOf(genTemplates),
  /** Frontend template. Only one exists, so other values are ignored. */
  tplWebType: optionalText(30),
  packageName: unlessBlank(text(100, /^[a-z][a-z0-9_.]*$/)),
  /** First part of path, permissions and folder. */
  moduleName: text(30, /^[a-z][a-z0-9]*$/),
  /** Singular: second part of path, permissions and folder. */
  businessName: text(30, CAMEL),
  functionName: text(50),
  /** English name. Absent: derived from the resource name. */
  englishName: optionalText(50),
  functionAuthor: optionalText(50),
  formColNum: unlessBlank(int(1, 3)),
  /** `0`: download as an archive. `1`: write to the output folder of the server, if available. */
  genType: unlessBlank(Flag),
  /** Output folder, relative to the folder of the server. `/` is that folder. */
  genPath: unlessBlank(text(200, /^\/?[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+){0,9}\/?$|^\/$/)),
  subTableName: optionalText(50, SNAKE),
  subTableFkName: optionalText(50, SNAKE),
  remark: optionalText(500),
  ...optionsOf,
  /** RuoYi clients also send the options here. */
  params: z.object(optionsOf).nullish(),
  columns: z.array(GenColumnInput).max(200).optional(),
  version: Version,
});

export const GenTable = z.object({
  tableId: Id,
  tableName: z.string(),
  tableComment: z.string(),
  className: z.string(),
  tplCategory: z.enum(genTemplates),
  tplWebType: z.string(),
  packageName: z.string(),
  moduleName: z.string(),
  businessName: z.string(),
  functionName: z.string(),
  englishName: z.string(),
  functionAuthor: z.string(),
  formColNum: z.int(),
  genType: Flag,
  genPath: z.string(),
  subTableName: z.string().nullable(),
  subTableFkName: z.string().nullable(),
  /** Duplicate of the options as JSON, which RuoYi stores in this form. */
  options: z.string(),
  treeCode: z.string().nullable(),
  treeParentCode: z.string().nullable(),
  treeName: z.string().nullable(),
  parentMenuId: z.int(),
  parentMenuName: z.string().nullable(),
  genView: Flag,
  /** Null: never. */
  genTime: Time.nullable(),
  remark: z.string().nullable(),
  crud: z.boolean(),
  tree: z.boolean(),
  sub: z.boolean(),
  createBy: z.string().nullable(),
  createTime: Time,
  updateBy: z.string().nullable(),
  updateTime: Time.nullable(),
  version: z.int(),
});
export type GenTable = z.output<typeof GenTable>;
/** `info` of `GET /tool/gen/{tableId}`, and candidates for a sub-table in `tables`. */
export type GenTableWhole = GenTable & { columns: GenColumn[] };
export const GenTableAnswer = z.object({
  info: GenTable.extend({ columns: z.array(GenColumn) }),
  rows: z.array(GenColumn),
  tables: z.array(GenTable.extend({ columns: z.array(GenColumn) })),
});
export type GenTableAnswer = z.output<typeof GenTableAnswer>;

export const genTables = defineResource({
  domain: 'tool',
  name: 'gen',
  key: 'tableId',
  ownWords: ['updateTime'],
  log: '代码生成',
  operations: ['list', 'read', 'edit', 'remove'],
  record: GenTable,
  input: GenTableInput,
  filters: z.object({ tableName: text(50), tableComment: text(100), ...createdBetween }).partial(),
  wire: {},
  sortable: ['tableName', 'createTime', 'updateTime'],
});

/** Supported, but not yet imported. */
export const GenDbTable = z.object({
  tableName: z.string(),
  tableComment: z.string(),
  createTime: Time.nullable(),
  updateTime: Time.nullable(),
});
export type GenDbTable = z.output<typeof GenDbTable>;
export const genDbTableFilters = z.object({ tableName: text(50), tableComment: text(100), ...createdBetween }).partial();
