import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { absentIfBlank, int, optionalText, text, Version } from '../core/fields.ts';
import { defineAction } from '../core/resource.ts';
import { genTables, SNAKE } from './generator.ts';

/** Vue 2, Vue 3 with JavaScript, or Vue 3 with TypeScript. */
export const genWebTypes = ['element-ui', 'element-plus', 'element-plus-typescript'] as const;
export type GenWebType = (typeof genWebTypes)[number];

const name = optionalText(200);

/**
 * RuoYi accepts names in any language. Only blank and overlong values are rejected. The cast is safe because only the validation
 * differs.
 */
export const ruoYiGenTables = {
  ...genTables,
  input: genTables.input.extend({
    tableName: name,
    tableComment: text(500),
    className: text(100),
    tplCategory: text(200),
    packageName: text(100),
    moduleName: text(30),
    businessName: text(30),
    functionAuthor: text(50),
    genPath: name,
    subTableName: name,
    subTableFkName: name,
    treeCode: name,
    treeParentCode: name,
    treeName: name,
    columns: z.array(z.looseObject({ columnComment: optionalText(500), javaField: text(200) })),
  }),
} as unknown as typeof genTables;

const TableNames = z.preprocess((names) => (typeof names === 'string' ? names.split(',') : names), z.array(text(50, SNAKE)).min(1).max(50));
/** `?tables=a,b`. */
const GenTableNames = z.object({ tables: TableNames, tplWebType: optionalText(30) });
const byName = { tableName: text(50, SNAKE) };

export const importGenTables = defineEndpoint(genTables, 'POST /importTable', {
  permission: 'import',
  query: GenTableNames,
  log: 'import',
});

export const genColumnTypes = ['text', 'int', 'bigint', 'numeric', 'boolean', 'date', 'timestamptz'] as const;

/** Reserved names. */
export const genOwnColumns = ['dept_id', 'create_by', 'create_time', 'update_by', 'update_time', 'version'] as const;

const NewColumn = z.object({
  columnName: text(50, SNAKE),
  columnComment: text(100),
  type: z.enum(genColumnTypes),
  /** Absent: 200. */
  maxLength: absentIfBlank(int(1, 100_000)),
  /** Of 18 digits in total. */
  places: absentIfBlank(int(0, 6)),
  notNull: z.boolean().optional(),
  unique: z.boolean().optional(),
  /** Column with `'0'` or `'1'`, default `'0'`. */
  flag: z.boolean().optional(),
});
export type GenNewColumn = z.output<typeof NewColumn>;

/**
 * New table, described by a form instead of SQL. Key (`<table>_id`), audit columns and version are added automatically. A tree also
 * gets `parent_id` and `order_num`. A sub-table only gets a key, the key of its parent and `order_num`.
 */
export const GenNewTable = z.object({
  tableName: text(40, SNAKE),
  tableComment: text(100),
  kind: z.enum(['plain', 'tree', 'lines']).optional(),
  /** Existing parent table of kind `lines`. */
  ofTable: optionalText(50, SNAKE),
  /** The data scope restricts the visibility of rows. */
  owned: z.boolean().optional(),
  columns: z.array(NewColumn).min(1).max(60),
});
export type GenNewTable = z.output<typeof GenNewTable>;

/** Separate permission, because it creates database tables. */
export const genCreate = 'tool:gen:create';

export const createGenTable = defineEndpoint(genTables, 'POST /createTable', {
  access: { permission: genCreate },
  body: GenNewTable,
  log: { title: '创建表', type: 'add' },
});

const GenDifference = z.object({
  columnName: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** Current definition, e.g. `character varying(30) not null`. Null if the column was dropped. */
  now: z.string().nullable(),
  /** Definition in the metadata. Null for a new column. */
  before: z.string().nullable(),
});
export type GenDifference = z.output<typeof GenDifference>;
export const genDifferences = defineEndpoint(genTables, 'GET /differences/:id', { permission: 'edit', data: z.array(GenDifference) });

const Sync = z.object({ columns: z.array(text(63)).min(1).max(500), version: Version });
/** `PUT /tool/gen/{tableId}/sync` applies the differences of these columns only. Manual column settings remain. */
export const syncGenTable = defineAction(genTables, 'sync', Sync, { access: { permission: genTables.permission('edit') } });
/** Applies all differences. RuoYi uses GET for this change. */
export const syncGenTableByName = defineEndpoint(genTables, 'GET /synchDb/:tableName', { permission: 'edit', params: byName, log: 'edit' });

const GenFile = z.object({
  /** Path relative to the repository, with `/`. */
  path: z.string(),
  /** `edit`: an existing file that registers the module. */
  kind: z.enum(['file', 'edit']),
  /** Generated content. For an `edit` the complete resulting file, or null without the source of the project. */
  code: z.string().nullable(),
  /**
   * Comparison with the output folder. `absent`: no such file. `same`: equal. `stale`: unchanged since the last generation. `merged`:
   * manual changes that merge cleanly. `conflict`: manual changes that do not. Null: the server has no output folder.
   */
  state: z.enum(['absent', 'same', 'stale', 'merged', 'conflict']).nullable(),
  /** Null without a file or an output folder. */
  disk: z.string().nullable(),
  /** Content to write. Conflicts are marked in diff3 style. */
  result: z.string().nullable(),
  /** Lines changed both manually and by the generator. */
  conflicts: z.array(z.object({ line: z.int(), mine: z.array(z.string()), generated: z.array(z.string()) })),
});
export type GenFile = z.output<typeof GenFile>;

const GenFiles = z.object({
  files: z.array(GenFile),
  /** In the language of the user. */
  steps: z.array(z.string()),
});
export type GenFiles = z.output<typeof GenFiles>;
export const genFiles = defineEndpoint(genTables, 'GET /files/:id', { permission: 'preview', data: GenFiles });
/** Code by template name, as in RuoYi. */
export const genPreview = defineEndpoint(genTables, 'GET /preview/:id', {
  permission: 'preview',
  data: z.record(z.string(), z.string()),
});

const archive = { permission: 'code', file: ['application/octet-stream'], log: 'generate' } as const;
export const genArchive = defineEndpoint(genTables, 'GET /batchGenCode', { ...archive, query: GenTableNames });
export const genTableArchive = defineEndpoint(genTables, 'GET /download/:tableName', { ...archive, params: byName });

/**
 * Handling of conflicts: `keep` leaves the file unchanged, `mark` writes both versions with markers, `replace` writes the generated
 * version.
 */
export const genConflictWays = ['keep', 'mark', 'replace'] as const;
export type GenConflictWay = (typeof genConflictWays)[number];
const GenWriteResult = z.object({
  /** Output folder, relative to the folder of the server. `/` is that folder. */
  path: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      outcome: z.enum(['written', 'same', 'merged', 'kept', 'marked', 'replaced']),
      conflicts: z.int(),
    }),
  ),
  steps: z.array(z.string()),
});
export type GenWriteResult = z.output<typeof GenWriteResult>;
export const writeGenFiles = defineEndpoint(genTables, 'GET /genCode/:tableName', {
  permission: 'code',
  params: byName,
  query: z.object({ conflicts: absentIfBlank(z.enum(genConflictWays)) }),
  data: GenWriteResult,
  log: 'generate',
});

/** Choices of the forms, and whether the server can write files. */
const GenOptions = z.object({
  writes: z.boolean(),
  /** Other names are allowed. */
  modules: z.array(z.string()),
  /** Flat list. `parentId` 0 is the top level. */
  menus: z.array(z.object({ menuId: z.int(), parentId: z.int(), menuName: z.string() })),
  dicts: z.array(z.object({ dictType: z.string(), dictName: z.string() })),
});
export type GenOptions = z.output<typeof GenOptions>;
export const genOptions = defineEndpoint(genTables, 'GET /options', { permission: 'list', data: GenOptions });
