import { type GenColumn, genOwnColumns } from '@suyuan/contract';
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

/** A column with default settings. RuoYi's additional properties derive from them. */
export type NewGenColumn = Omit<GenColumn, 'columnId' | 'tableId' | keyof ReturnType<typeof ruoyiFlagsOf>> & { facts: ColumnFacts };

/** Columns of every table, which are no fields. */
export const STANDARD_COLUMNS: readonly string[] = genOwnColumns;

/** `unit_price_fen` → `unitPriceFen` */
export const camel = (name: string) => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/_+$/, '');

export const capitalize = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());

/** `unit_price_fen` → `UnitPriceFen` */
export const pascal = (name: string) => capitalize(camel(name));

/** `unit_price_fen` → `Unit price fen`. */
export const sentenceCase = (name: string) => capitalize(name.replace(/_+/g, ' ').trim());

/** Text on one line, without control characters. */
export const oneLine = (text: string, maxLength: number) =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

const JAVA_TYPES: [type: RegExp, javaType: GenColumn['javaType']][] = [
  [/^(smallint|integer)/, 'Integer'],
  [/^bigint/, 'Long'],
  [/^(real|double)/, 'Double'],
  [/^numeric/, 'BigDecimal'],
  [/^(date|timestamp)/, 'Date'],
  [/^boolean/, 'Boolean'],
];

/** Maximum characters, by the type or a check such as `char_length(name) <= 50`. */
const lengthOf = (type: string, checks: readonly string[]) =>
  Number(
    /^character(?: varying)?\((\d+)\)/.exec(type)?.[1] ?? /char_length\(\(?\w+(?:\)::text)?\) <= (\d+)/.exec(checks.join())?.[1] ?? 0,
  ) || null;

/** RuoYi's defaults by name suffix. */
const SUFFIXES: [suffix: RegExp, htmlType: GenColumn['htmlType']][] = [
  [/image$/, 'imageUpload'],
  [/file$/, 'fileUpload'],
  [/content$/, 'editor'],
  [/(remark|note|description)$/, 'textarea'],
];

function htmlTypeOf(name: string, javaType: GenColumn['javaType'], length: number | null): GenColumn['htmlType'] {
  if (javaType === 'Date') return 'datetime';
  if (/(type|sex)$/.test(name)) return 'select';
  if (javaType === 'Boolean' || name.endsWith('status')) return 'radio';
  if (javaType !== 'String') return 'input';
  return SUFFIXES.find(([suffix]) => suffix.test(name))?.[1] ?? ((length ?? 0) >= 500 ? 'textarea' : 'input');
}

const defaultMaxLengths = { textarea: 500, editor: 200_000, imageUpload: 2000, fileUpload: 2000, input: 100 } as const;

/** Values of `check (x in ('0', '1'))` in PostgreSQL's normalized form. */
function valuesOf(checks: readonly string[]): string[] {
  const lists = checks.map((check) => /= ANY \(\(?ARRAY\[(.*)\]/.exec(check)?.[1] ?? '');
  const values = [...(lists.find(Boolean) ?? '').matchAll(/'((?:[^']|'')*)'::/g)].map(([, value = '']) => value);
  return values.every((value) => /^[A-Za-z0-9_.-]{1,50}$/.test(value)) ? values.slice(0, 50) : [];
}

const toFlag = (value: boolean) => (value ? '1' : '0') as '0' | '1';

export function inferColumn(column: CatalogColumn, sort: number): NewGenColumn {
  const { columnName: name, type, isKey, notNull } = column;
  const javaType = JAVA_TYPES.find(([each]) => each.test(type))?.[1] ?? 'String';
  const length = lengthOf(type, column.checks);
  const values = valuesOf(column.checks);
  const htmlType = values.length > 0 && javaType === 'String' && !name.endsWith('status') ? 'select' : htmlTypeOf(name, javaType, length);
  const isStandard = [...STANDARD_COLUMNS, 'del_flag'].includes(name);
  const isField = !isKey && !isStandard;
  const isRemark = /(remark|note|description)$/.test(name);
  const isOrdinal = /(^|_)(sort|order_num)$/.test(name);
  const isWide = ['editor', 'imageUpload', 'fileUpload'].includes(htmlType);
  return {
    columnName: name,
    columnComment: oneLine(column.comment, 200) || name,
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

const USABLE_PROPERTIES = ['parentId', 'orderNum', 'remark'];

type Flags = 'isPk' | 'isIncrement' | 'isRequired' | 'isInsert' | 'isEdit' | 'isList' | 'isQuery';

/** RuoYi's additional column properties. */
export const ruoyiFlagsOf = (column: Pick<GenColumn, Flags | 'javaField'>) => ({
  pk: column.isPk === '1',
  increment: column.isIncrement === '1',
  required: column.isRequired === '1',
  insert: column.isInsert === '1',
  edit: column.isEdit === '1',
  list: column.isList === '1',
  query: column.isQuery === '1',
  superColumn: [...STANDARD_COLUMNS.map(camel), ...USABLE_PROPERTIES].includes(column.javaField),
  usableColumn: USABLE_PROPERTIES.includes(column.javaField),
  capJavaField: capitalize(column.javaField),
});
