import type { GenColumn } from '@suyuan/contract';
import type { CatalogColumn, CatalogReference } from './generator-catalog.queries.ts';

/** Column data from the database that users cannot change. */
export interface ColumnFacts {
  notNull: boolean;
  default: string | null;
  unique: string | null;
  ref: CatalogReference | null;
  /** Values that a check constraint allows; empty for any. */
  values: string[];
}

type Settings = Omit<
  GenColumn,
  | 'columnId'
  | 'tableId'
  | 'pk'
  | 'increment'
  | 'required'
  | 'insert'
  | 'edit'
  | 'list'
  | 'query'
  | 'superColumn'
  | 'usableColumn'
  | 'capJavaField'
>;
export type NewGenColumn = Settings & { facts: ColumnFacts };

/** Standard columns, which are no fields. */
const STANDARD_COLUMNS = new Set(['create_by', 'create_time', 'update_by', 'update_time', 'version', 'dept_id', 'del_flag']);

/** `unit_price_fen` → `unitPriceFen` */
export const camel = (name: string) => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/_+$/, '');

/** `unit_price_fen` → `UnitPriceFen` */
export const pascal = (name: string) => camel(name).replace(/^./, (letter) => letter.toUpperCase());

/** `unit_price_fen` → `Unit price fen`. */
export const sentenceCase = (name: string) =>
  name
    .replace(/_+/g, ' ')
    .trim()
    .replace(/^./, (letter) => letter.toUpperCase());

/** Text on one line, without control characters. */
export const oneLine = (text: string, maxLength: number) =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

function javaTypeOf(type: string): GenColumn['javaType'] {
  if (/^(smallint|integer)/.test(type)) return 'Integer';
  if (/^bigint/.test(type)) return 'Long';
  if (/^(real|double)/.test(type)) return 'Double';
  if (/^numeric/.test(type)) return 'BigDecimal';
  if (/^(date|timestamp)/.test(type)) return 'Date';
  return type === 'boolean' ? 'Boolean' : 'String';
}

/** Maximum characters, by the type or a check such as `char_length(name) <= 50`. */
const lengthOf = (type: string, checks: readonly string[]) =>
  Number(
    /^character(?: varying)?\((\d+)\)/.exec(type)?.[1] ?? /char_length\(\(?\w+(?:\)::text)?\) <= (\d+)/.exec(checks.join())?.[1] ?? 0,
  ) || null;

/** RuoYi's defaults by name suffix, type and length. */
function htmlTypeOf(name: string, javaType: GenColumn['javaType'], length: number | null): GenColumn['htmlType'] {
  if (javaType === 'Date') return 'datetime';
  if (name.endsWith('status')) return 'radio';
  if (/(type|sex)$/.test(name)) return 'select';
  if (javaType === 'Boolean') return 'radio';
  if (javaType !== 'String') return 'input';
  if (name.endsWith('image')) return 'imageUpload';
  if (name.endsWith('file')) return 'fileUpload';
  if (name.endsWith('content')) return 'editor';
  return (length ?? 0) >= 500 || /(remark|note|description)$/.test(name) ? 'textarea' : 'input';
}

const defaultMaxLengths = { textarea: 500, editor: 200_000, imageUpload: 2000, fileUpload: 2000, input: 100 } as const;

/** Values of `check (x in ('0', '1'))` in PostgreSQL's normalized form. */
function valuesOf(checks: readonly string[]): string[] {
  for (const check of checks) {
    const list = /= ANY \(\(?ARRAY\[(.*)\]/.exec(check)?.[1];
    const values = [...(list ?? '').matchAll(/'((?:[^']|'')*)'::/g)].map(([, value = '']) => value.replaceAll("''", "'"));
    if (values.length > 0 && values.every((value) => /^[A-Za-z0-9_.-]{1,50}$/.test(value))) return values.slice(0, 50);
  }
  return [];
}

const standardLabels: Record<string, string> = {
  create_by: '创建人',
  create_time: '创建时间',
  update_by: '修改人',
  update_time: '修改时间',
  version: '版本',
  dept_id: '部门',
  parent_id: '上级',
  order_num: '排序',
  remark: '备注',
};

const toFlag = (value: boolean) => (value ? '1' : '0') as '0' | '1';

export function inferColumn(column: CatalogColumn, sort: number): NewGenColumn {
  const { columnName: name, type, isKey, notNull } = column;
  const javaType = javaTypeOf(type);
  const length = lengthOf(type, column.checks);
  const values = valuesOf(column.checks);
  const htmlType = values.length > 0 && javaType === 'String' && !name.endsWith('status') ? 'select' : htmlTypeOf(name, javaType, length);
  const isStandard = STANDARD_COLUMNS.has(name);
  const isField = !isKey && !isStandard;
  const isRemark = /(remark|note|description)$/.test(name);
  const isOrdinal = /(^|_)(sort|order_num)$/.test(name);
  const isWide = ['editor', 'imageUpload', 'fileUpload'].includes(htmlType);
  return {
    columnName: name,
    columnComment: oneLine(column.comment, 200) || (standardLabels[name] ?? name),
    englishName: sentenceCase(name.replace(/_id$/, '') || name),
    columnType: type,
    javaType,
    javaField: camel(name),
    isPk: toFlag(isKey),
    isIncrement: toFlag(column.identity || /^nextval\(/.test(column.default ?? '')),
    isRequired: toFlag(isField && notNull && column.default === null),
    isInsert: toFlag(isField),
    isEdit: toFlag(isField),
    isList: toFlag((isField && !isWide) || name === 'create_time'),
    isQuery: toFlag((isField && !isRemark && !isWide && htmlType !== 'textarea' && !isOrdinal) || name === 'create_time'),
    queryType:
      name.endsWith('name') || (javaType === 'String' && htmlType === 'input') ? 'LIKE' : htmlType === 'datetime' ? 'BETWEEN' : 'EQ',
    htmlType,
    dictType: '',
    maxLength:
      javaType === 'String' && values.length === 0
        ? (length ?? defaultMaxLengths[htmlType as keyof typeof defaultMaxLengths] ?? 100)
        : null,
    sort,
    facts: { notNull, default: column.default, unique: column.unique, ref: column.ref, values },
  };
}

const BASE_PROPERTIES = new Set(['createBy', 'createTime', 'updateBy', 'updateTime', 'version', 'deptId']);
const USABLE_PROPERTIES = new Set(['parentId', 'orderNum', 'remark']);

/** RuoYi's additional column properties. */
export function ruoyiFlagsOf<C extends Settings>(column: C) {
  const { isPk, isIncrement, isRequired, isInsert, isEdit, isList, isQuery, javaField } = column;
  return {
    pk: isPk === '1',
    increment: isIncrement === '1',
    required: isRequired === '1',
    insert: isInsert === '1',
    edit: isEdit === '1',
    list: isList === '1',
    query: isQuery === '1',
    superColumn: BASE_PROPERTIES.has(javaField) || USABLE_PROPERTIES.has(javaField),
    usableColumn: USABLE_PROPERTIES.has(javaField),
    capJavaField: javaField.replace(/^./, (letter) => letter.toUpperCase()),
  };
}
