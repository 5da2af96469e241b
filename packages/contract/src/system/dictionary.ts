import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { defineResource } from '../core/resource.ts';

const DICTIONARY_KEY = /^[a-z][a-z0-9_]*$/;

/** `createBy` is null for records of the installation. */
const auditColumns = { ...audited, createBy: audited.createBy.optional() };

export const dictionaries = defineResource({
  domain: 'system',
  name: 'dictType',
  path: '/system/dict/type',
  permissionPrefix: 'system:dict',
  key: 'dictId',
  rest: 'dictionaries',
  log: '字典类型',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    dictName: f.text(100),
    dictType: f.code(100, DICTIONARY_KEY).unique('dictionaryTypeTaken'),
    status: f.flag().absentIfBlank().initially('0'),
    remark: f.lines(500).optional(),
    ...auditColumns,
  },
  filters: ['dictName', 'dictType', 'status', 'created'],
  sortable: ['dictName', 'dictType', 'createTime'],
  columns: ['dictName', 'dictType', 'status', 'remark', 'createTime'],
  form: ['dictName', 'dictType', 'status', 'remark'],
  wire: {},
});

export const DictionaryType = dictionaries.record;

export const LIST_CLASSES = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const;
export type ListClass = (typeof LIST_CLASSES)[number];

/** Blank: plain text. */
const ListClassOrBlank = z.enum([...LIST_CLASSES, '']);

export const dictionaryEntries = defineResource({
  domain: 'system',
  name: 'dictData',
  path: '/system/dict/data',
  permissionPrefix: 'system:dict',
  key: 'dictCode',
  rest: 'dictionary-entries',
  log: '字典数据',
  // as RuoYi logs it
  removeLog: '字典类型',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    dictSort: f.number(0, 999_999).absentIfBlank().initially(1),
    dictLabel: f.text(100),
    dictValue: f.code(100),
    dictType: f.text(100, DICTIONARY_KEY),
    /** Restricted to class names, because it is rendered into an attribute. */
    cssClass: f.code(100, /^[A-Za-z_][\w-]*( [A-Za-z_][\w-]*)*$/).optional(),
    listClass: f
      .of(
        'choice',
        ListClassOrBlank,
        // The cast: null counts as absent, which the type of `omittable` says.
        { required: z.preprocess((value) => value ?? undefined, ListClassOrBlank.optional()) as unknown as typeof ListClassOrBlank },
        { values: LIST_CLASSES },
      )
      .omittable()
      .initially('default'),
    /** Default of new forms. */
    isDefault: f.choice(['Y', 'N']).absentIfBlank().initially('N'),
    status: f.flag().absentIfBlank().initially('0'),
    /** RuoYi duplicate of `isDefault`. */
    default: f.boolean().computed(),
    remark: f.lines(500).optional(),
    ...auditColumns,
  },
  filters: ['dictLabel', 'status'],
  /** Set by the list of dictionaries. */
  moreFilters: { dictType: f.text(100) },
  sortable: ['dictSort', 'dictLabel', 'dictValue', 'createTime'],
  columns: ['dictLabel', 'listClass', 'dictValue', 'dictSort', 'dictType', 'isDefault', 'status', 'remark', 'createTime'],
  form: ['dictType', 'dictLabel', 'dictValue', 'dictSort', 'listClass', 'status', 'remark'],
  moreForm: ['cssClass', 'isDefault'],
  wire: {},
});

export const DictionaryData = dictionaryEntries.record;

export const dictionaryOptions = defineEndpoint(dictionaries, 'GET /optionselect', {
  access: 'signedIn',
  rest: false,
  data: z.array(dictionaries.record),
});
export const refreshDictionaries = defineEndpoint(dictionaries, 'DELETE /refreshCache', {
  permission: 'remove',
  rest: false,
  log: 'clear',
});

/** Enabled entries, in order. Any text is accepted: an unknown dictionary has no entries. */
export const enabledDictionaryEntries = defineEndpoint(dictionaryEntries, 'GET /type/:dictType', {
  access: 'signedIn',
  rest: 'GET /dictionaries/by-type/:dictType/entries',
  params: { dictType: z.string() },
  data: z.array(dictionaryEntries.record),
});
