import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Flag, Id, int, optionalText, orNone, Time, text } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

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

const GenColumnInput = z.object({
  columnId: Id,
  /** Chinese label. Values may follow in brackets: `状态（0正常 1停用）`. */
  columnComment: optionalText(200),
  /** English label. Absent: derived from the name. */
  englishName: optionalText(100),
  javaType: absentIfBlank(z.enum(genJavaTypes)),
  javaField: absentIfBlank(text(50, CAMEL)),
  isInsert: Yes.optional(),
  isEdit: Yes.optional(),
  isList: Yes.optional(),
  isQuery: Yes.optional(),
  isRequired: Yes.optional(),
  queryType: absentIfBlank(z.enum(genQueryTypes)),
  htmlType: absentIfBlank(z.enum(genHtmlTypes)),
  dictType: optionalText(100, /^[a-z][a-z0-9_]*$/),
  maxLength: orNone(int(1, 100_000)),
  sort: absentIfBlank(int(0, 9999)),
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

const name = optionalText(50, SNAKE);
const menuId = int(1, Number.MAX_SAFE_INTEGER);

export const genTables = defineResource({
  domain: 'tool',
  name: 'gen',
  key: 'tableId',
  ownWords: ['updateTime'],
  log: '代码生成',
  operations: ['list', 'read', 'edit', 'remove'],
  fields: {
    tableName: f.text(50, SNAKE).absentIfBlank(),
    tableComment: f.text(100),
    className: f.code(50, PASCAL),
    tplCategory: f.choice(genTemplates).absentIfBlank(),
    /** Frontend template. Only one exists, so other values are ignored. */
    tplWebType: f.text(30).absentIfBlank(),
    packageName: f.code(100, /^[a-z][a-z0-9_.]*$/).absentIfBlank(),
    /** First part of path, permissions and folder. */
    moduleName: f.code(30, /^[a-z][a-z0-9]*$/),
    /** Singular: second part of path, permissions and folder. */
    businessName: f.code(30, CAMEL),
    functionName: f.text(50),
    /** English name. Null: derived from the resource name. */
    englishName: f.text(50).optional(),
    functionAuthor: f.text(50).optional(),
    formColNum: f.number(1, 3).absentIfBlank(),
    /** `0`: download as an archive. `1`: write to the output folder of the server, if available. */
    genType: f.flag().absentIfBlank(),
    /** Output folder, relative to the folder of the server. `/` is that folder. */
    genPath: f.code(200, /^\/?[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+){0,9}\/?$|^\/$/).absentIfBlank(),
    subTableName: f.text(50, SNAKE).optional(),
    subTableFkName: f.text(50, SNAKE).optional(),
    /** Duplicate of the options as JSON, which RuoYi stores in this form. */
    options: f.serverText(),
    /** Columns of a tree: key, key of the parent, name. */
    treeCode: f.text(50, SNAKE).optional(),
    treeParentCode: f.text(50, SNAKE).optional(),
    treeName: f.text(50, SNAKE).optional(),
    parentMenuId: f.of('reference', menuId).absentIfBlank(),
    parentMenuName: f.serverText().optional(),
    /** `1`: rows open in a detail page. */
    genView: f.of('flag', Yes).omittable(),
    /** Null: never. */
    genTime: f.time().optional().onlyWith('generatorDetails'),
    remark: f.text(500).optional(),
    crud: f.boolean().computed(),
    tree: f.boolean().computed(),
    sub: f.boolean().computed(),
    ...audited,
    createBy: audited.createBy.optional(),
    /** RuoYi clients also send the options here. */
    params: f
      .json(
        z.object({ treeCode: name, treeParentCode: name, treeName: name, parentMenuId: absentIfBlank(menuId), genView: Yes.optional() }),
      )
      .optional()
      .writeOnly(),
    columns: f.json(z.array(GenColumnInput).max(200)).omittable().writeOnly(),
  },
  filters: ['tableName', 'tableComment', 'created'],
  sortable: ['tableName', 'createTime', 'updateTime'],
  columns: ['tableName', 'tableComment', 'tplCategory', 'className', 'genTime', 'createTime', 'updateTime'],
  wire: {},
});
export type GenTable = RecordOf<typeof genTables>;
const GenTableWhole = genTables.record.extend({ columns: z.array(GenColumn) });
export type GenTableWhole = GenTable & { columns: GenColumn[] };
const GenTableAnswer = z.object({
  info: GenTableWhole,
  rows: z.array(GenColumn),
  /** Candidates for a sub-table. */
  tables: z.array(GenTableWhole),
});
export type GenTableAnswer = z.output<typeof GenTableAnswer>;

/** Supported, but not yet imported. */
const GenDbTable = z.object({
  tableName: z.string(),
  tableComment: z.string(),
  createTime: Time.nullable(),
  updateTime: Time.nullable(),
});
export type GenDbTable = z.output<typeof GenDbTable>;

export const genDbTables = defineEndpoint(genTables, 'GET /db/list', { permission: 'list', filters: genTables.filters, rows: GenDbTable });
export const genColumns = defineEndpoint(genTables, 'GET /column/:id', { permission: 'list', rows: GenColumn });
export const genTable = defineEndpoint(genTables, 'GET /:id', { permission: 'read', data: GenTableAnswer });
