import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { int, optionalText, text, unlessBlank, Version } from '../core/fields.ts';
import { genTables, SNAKE } from './generator.ts';

const TableNames = z.preprocess((names) => (typeof names === 'string' ? names.split(',') : names), z.array(text(50, SNAKE)).min(1).max(50));
/** `POST /tool/gen/importTable?tables=a,b` and `GET /tool/gen/batchGenCode?tables=a,b`. */
export const GenTableNames = z.object({ tables: TableNames, tplWebType: optionalText(30) });
/** A table in a path. */
export const GenTableName = z.object({ tableName: text(50, SNAKE) });

/** Types that a column of a new table may have. */
export const genColumnTypes = ['text', 'int', 'bigint', 'numeric', 'boolean', 'date', 'timestamptz'] as const;

/** Columns that every table of ours has beside its own, so that nobody names one so. */
export const genOwnColumns = ['dept_id', 'create_by', 'create_time', 'update_by', 'update_time', 'version'] as const;

const NewColumn = z.object({
  columnName: text(50, SNAKE),
  columnComment: text(100),
  type: z.enum(genColumnTypes),
  /** Characters that a text may have; absent: 200. */
  maxLength: z.preprocess((value) => (value === '' || value === null ? undefined : value), int(1, 100_000).optional()).optional(),
  /** Digits after the point of a `numeric`, which has 18 in all. */
  places: unlessBlank(int(0, 6)),
  notNull: z.boolean().optional(),
  unique: z.boolean().optional(),
  /** `flag`: `'0'` or `'1'`, `'0'` unless given. */
  flag: z.boolean().optional(),
});
export type GenNewColumn = z.output<typeof NewColumn>;

/**
 * A table as its form makes it; never SQL. The key (`<table>_id`), who made and changed it, and its revision come by themselves.
 * A tree has `parent_id` and `order_num` beside; a sub-table a key of its own, its parent's key and `order_num`, and nothing else of ours.
 */
export const GenNewTable = z.object({
  tableName: text(40, SNAKE),
  tableComment: text(100),
  kind: z.enum(['plain', 'tree', 'lines']).optional(),
  /** Of `lines`: the table that they belong to, which is there already. */
  ofTable: optionalText(50, SNAKE),
  /** Rows belong to a department, and who may see them is a matter of scope. */
  owned: z.boolean().optional(),
  columns: z.array(NewColumn).min(1).max(60),
});
export type GenNewTable = z.output<typeof GenNewTable>;

/** One difference between a table of the database and what the generator knows of it. */
export const GenDifference = z.object({
  columnName: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** What the database says, e.g. `character varying(30) not null`; null where it has no such column any more. */
  now: z.string().nullable(),
  /** What the generator knew; null where it knew of none. */
  before: z.string().nullable(),
});
export type GenDifference = z.output<typeof GenDifference>;

const Sync = z.object({ columns: z.array(text(63)).min(1).max(500), version: Version });
/** `PUT /tool/gen/{tableId}/sync` takes over the differences of these columns alone; what people set of columns stays. */
export const syncGenTable = { ...defineAction(genTables, 'sync', Sync), permission: genTables.permission('edit') };

/** One file of a module. */
export const GenFile = z.object({
  /** From the repository's folder, with `/`. */
  path: z.string(),
  /** `edit`: a file of the house that is told of the module, and holds more than it. */
  kind: z.enum(['file', 'edit']),
  /** What the generator makes; of an `edit` the whole file as it would be, or null where the house's source is not there. */
  code: z.string().nullable(),
  /**
   * How it stands to what is in the folder: `absent` none is there; `same`; `stale` there and untouched since it was written;
   * `merged` changed by hand, and both fit together; `conflict` they do not. Null: the server has no folder.
   */
  state: z.enum(['absent', 'same', 'stale', 'merged', 'conflict']).nullable(),
  /** What is in the folder; null: nothing, or there is no folder. */
  disk: z.string().nullable(),
  /** What would be written; for a conflict with both sides marked as diff3 marks them. */
  result: z.string().nullable(),
  /** Places where hand and generator changed the same lines. */
  conflicts: z.array(z.object({ line: z.int(), mine: z.array(z.string()), generated: z.array(z.string()) })),
});
export type GenFile = z.output<typeof GenFile>;

/** `GET /tool/gen/files/{tableId}`. */
export const GenFiles = z.object({
  files: z.array(GenFile),
  /** What is left to do by hand, in the asker's language, e.g. the command that writes the row types. */
  steps: z.array(z.string()),
});
export type GenFiles = z.output<typeof GenFiles>;

/**
 * What becomes of files where hand and generator disagree: `keep` leaves them as they are, `mark` writes both sides with marks,
 * `replace` takes the generator's.
 */
export const genConflictWays = ['keep', 'mark', 'replace'] as const;
export type GenConflictWay = (typeof genConflictWays)[number];
/** `GET /tool/gen/genCode/{tableName}?conflicts=keep`. */
export const GenWriting = z.object({ conflicts: unlessBlank(z.enum(genConflictWays)) });
export const GenWritten = z.object({
  /** Where it was written, below the server's folder; `/` is that one itself. */
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
export type GenWritten = z.output<typeof GenWritten>;

/** `GET /tool/gen/options`: what the pages offer to choose from. */
export const GenOptions = z.object({
  /** Whether the server has a folder that it writes into. */
  writes: z.boolean(),
  /** Domains that there are; another may be named. */
  modules: z.array(z.string()),
  /** Menus that a page may stand below, as a flat list: `parentId` 0 is the top. */
  menus: z.array(z.object({ menuId: z.int(), parentId: z.int(), menuName: z.string() })),
  dicts: z.array(z.object({ dictType: z.string(), dictName: z.string() })),
});
export type GenOptions = z.output<typeof GenOptions>;

/** A right of its own: it makes tables in the database. */
export const genCreate = 'tool:gen:create';
