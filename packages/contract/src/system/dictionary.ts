import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalLines, optionalText, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

const DictionaryKey = text(100, /^[a-z][a-z0-9_]*$/);

/** `createBy` is null for records of the installation. */
const auditColumns = { ...audited, createBy: z.string().nullable() };

const DictionaryTypeInput = z.object({
  dictName: text(100),
  dictType: DictionaryKey,
  status: unlessBlank(Flag),
  remark: optionalLines(500),
  version: Version,
});

export const DictionaryType = z.object({
  dictId: Id,
  dictName: z.string(),
  dictType: z.string(),
  status: Flag,
  remark: z.string().nullable(),
  ...auditColumns,
});

export const dictionaries = defineResource({
  domain: 'system',
  name: 'dictType',
  path: '/system/dict/type',
  permissionPrefix: 'system:dict',
  key: 'dictId',
  log: '字典类型',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: DictionaryType,
  input: DictionaryTypeInput,
  filters: z.object({ dictName: text(100), dictType: text(100), status: Flag, ...createdBetween }).partial(),
  wire: {},
  sortable: ['dictName', 'dictType', 'createTime'],
});

export const LIST_CLASSES = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const;
export type ListClass = (typeof LIST_CLASSES)[number];

const DictionaryDataInput = z.object({
  dictType: DictionaryKey,
  dictLabel: text(100),
  dictValue: text(100),
  dictSort: unlessBlank(int(0, 999_999)),
  /** Restricted to class names, because it is rendered into an attribute. */
  cssClass: optionalText(100, /^[A-Za-z_][\w-]*( [A-Za-z_][\w-]*)*$/),
  /** Blank: plain text. */
  listClass: z.preprocess((value) => value ?? undefined, z.enum([...LIST_CLASSES, '']).optional()).optional(),
  /** Default of new forms. */
  isDefault: unlessBlank(z.enum(['Y', 'N'])),
  status: unlessBlank(Flag),
  remark: optionalLines(500),
  version: Version,
});

export const DictionaryData = z.object({
  dictCode: Id,
  dictSort: z.int(),
  dictLabel: z.string(),
  dictValue: z.string(),
  dictType: z.string(),
  cssClass: z.string().nullable(),
  listClass: z.enum(LIST_CLASSES).or(z.literal('')),
  isDefault: z.enum(['Y', 'N']),
  status: Flag,
  /** RuoYi duplicate of `isDefault`. */
  default: z.boolean(),
  remark: z.string().nullable(),
  ...auditColumns,
});

export const dictionaryEntries = defineResource({
  domain: 'system',
  name: 'dictData',
  path: '/system/dict/data',
  permissionPrefix: 'system:dict',
  key: 'dictCode',
  log: '字典数据',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: DictionaryData,
  input: DictionaryDataInput,
  filters: z.object({ dictType: text(100), dictLabel: text(100), status: Flag }).partial(),
  wire: {},
  sortable: ['dictSort', 'dictLabel', 'dictValue', 'createTime'],
});
