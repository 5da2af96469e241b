import { z } from 'zod';
import { createdBetween, Flag, Id, int, optionalText, orNone, Time, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What a module is made like: a plain list, a tree, or a record with lines of its own. */
export const genTemplates = ['crud', 'tree', 'sub'] as const;
/** How a filter narrows, in the family's words. */
export const genQueryTypes = ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'LIKE', 'BETWEEN'] as const;
/** What a field is filled in by, in the family's words. */
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
/** What a value is: the family's names, for the language that it generates. `Date` with a time or without follows the column. */
export const genJavaTypes = ['Long', 'Integer', 'Double', 'BigDecimal', 'String', 'Date', 'Boolean'] as const;

/**
 * A name in the database that needs no quotes, and that is read back from its name in the source: neither `line_2` nor `is_a_gift` is,
 * since `line2` and `isAGift` are taken for `line2` and `is_agift`.
 */
export const SNAKE = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]+)*(_[a-z])?$/;
const CAMEL = /^[a-z][A-Za-z0-9]{0,49}$/;
const PASCAL = /^[A-Z][A-Za-z0-9]{0,49}$/;

const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(Number(value)) : value);
/** `1` yes, `0` or null no: here, unlike elsewhere in the family, 1 is the usual. */
const Yes = z.preprocess((value) => (value === null || value === '' ? '0' : asText(value)), z.enum(['0', '1']));
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  unlessBlank(z.preprocess((value) => asText(value), z.enum(values)));

/** What may be set of a column. */
const GenColumnInput = z.object({
  columnId: Id,
  /** What it is called in Chinese. What stands in brackets after it is told apart: `状态（0正常 1停用）` names the values. */
  columnComment: optionalText(200),
  /** What it is called in English; absent: made of its name. */
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
  /** Type of the dictionary that has its values. */
  dictType: optionalText(100, /^[a-z][a-z0-9_]*$/),
  /** Characters that a text may have, 1 to 100 000. */
  maxLength: orNone(int(1, 100_000)),
  sort: unlessBlank(int(0, 9999)),
});

export const GenColumn = z.object({
  columnId: Id,
  tableId: Id,
  columnName: z.string(),
  columnComment: z.string(),
  englishName: z.string(),
  /** As the database writes it, e.g. `character varying(30)`. */
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
  /** Said by the family beside its flags. */
  pk: z.boolean(),
  increment: z.boolean(),
  required: z.boolean(),
  insert: z.boolean(),
  edit: z.boolean(),
  list: z.boolean(),
  query: z.boolean(),
  /** Every record has it (who, when, revision): no field of its own. */
  superColumn: z.boolean(),
  /** Of those, one that a form may hold all the same. */
  usableColumn: z.boolean(),
  capJavaField: z.string(),
});
export type GenColumn = z.output<typeof GenColumn>;

const optionsOf = {
  /** Columns of a tree: its key, its parent's key, its name. */
  treeCode: optionalText(50, SNAKE),
  treeParentCode: optionalText(50, SNAKE),
  treeName: optionalText(50, SNAKE),
  /** Menu below which the page stands. */
  parentMenuId: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** `1`: rows open as a page of details. */
  genView: Yes.optional(),
};

const GenTableInput = z.object({
  tableName: unlessBlank(text(50, SNAKE)),
  tableComment: text(100),
  className: text(50, PASCAL),
  tplCategory: oneOf(genTemplates),
  /** What the page is written with. There is one: any other is read as that. */
  tplWebType: optionalText(30),
  packageName: unlessBlank(text(100, /^[a-z][a-z0-9_.]*$/)),
  /** Domain of the noun: first part of its address, its permissions and its folders. */
  moduleName: text(30, /^[a-z][a-z0-9]*$/),
  /** The noun, singular: second part of them. */
  businessName: text(30, CAMEL),
  functionName: text(50),
  /** The noun in English; absent: made of its name. */
  englishName: optionalText(50),
  functionAuthor: optionalText(50),
  /** Columns of its form. */
  formColNum: unlessBlank(int(1, 3)),
  /** `0`: as an archive; `1`: into the folder of the server, where it has one. */
  genType: unlessBlank(Flag),
  /** Folder below the server's own that it is written to; `/`: that one itself. */
  genPath: unlessBlank(text(200, /^\/?[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+){0,9}\/?$|^\/$/)),
  subTableName: optionalText(50, SNAKE),
  subTableFkName: optionalText(50, SNAKE),
  remark: optionalText(500),
  ...optionsOf,
  /** The family sends the options here, too. */
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
  /** The options once more, as the family stores them: JSON. */
  options: z.string(),
  treeCode: z.string().nullable(),
  treeParentCode: z.string().nullable(),
  treeName: z.string().nullable(),
  parentMenuId: z.int(),
  parentMenuName: z.string().nullable(),
  genView: Flag,
  /** When its code was last made; null: never. */
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
/** One table whole: `GET /tool/gen/{tableId}` has it in `info` and, for what may be a sub-table, in `tables`. */
export type GenTableWhole = GenTable & { columns: GenColumn[] };
export const GenTableAnswer = z.object({
  info: GenTable.extend({ columns: z.array(GenColumn) }),
  rows: z.array(GenColumn),
  tables: z.array(GenTable.extend({ columns: z.array(GenColumn) })),
});
export type GenTableAnswer = z.output<typeof GenTableAnswer>;

/** Tables that the generator was told of, with how their module is to be. */
export const genTables = defineResource({
  domain: 'tool',
  name: 'gen',
  key: 'tableId',
  log: '代码生成',
  operations: ['list', 'read', 'edit', 'remove'],
  record: GenTable,
  input: GenTableInput,
  filters: z.object({ tableName: text(50), tableComment: text(100), ...createdBetween }).partial(),
  wire: {},
  sortable: ['tableName', 'createTime', 'updateTime'],
});

/** A table of the database that the generator can read and that is not imported yet. */
export const GenDbTable = z.object({
  tableName: z.string(),
  tableComment: z.string(),
  createTime: Time.nullable(),
  updateTime: Time.nullable(),
});
export type GenDbTable = z.output<typeof GenDbTable>;
export const genDbTableFilters = z.object({ tableName: text(50), tableComment: text(100), ...createdBetween }).partial();
