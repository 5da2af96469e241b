import { Problem } from '../../../platform/problem.ts';
import type { StoredColumn } from './generator.queries.ts';
import type { CatalogOwner } from './generator-catalog.queries.ts';
import { oneLine, sentenceCase } from './generator-infer-column.ts';
import { isReserved, isSqlWord, type ReferencedResource } from './generator-names.ts';

type TextKind = 'text' | 'lines' | 'html' | 'picture' | 'file';
/** Kind of a value: determines its schema, condition, cell and form control. */
export type FieldKind = TextKind | 'int' | 'decimal' | 'boolean' | 'flag' | 'choice' | 'day' | 'time' | 'ref';

/** A field, derived from its column and the user's settings. */
export type GenField = ReturnType<typeof fieldOf>;

/** English labels of common states, because comments are in Chinese. */
const englishLabels: Record<string, string> = { 正常: 'Enabled', 停用: 'Disabled', 启用: 'Enabled', 禁用: 'Disabled', 是: 'Yes', 否: 'No' };

/** Makes text safe for word packs, where braces mark placeholders. */
export const wordPackText = (text: string) => oneLine(text, 100).replaceAll('{', '｛').replaceAll('}', '｝');

/** Parses a comment: `状态（0正常 1停用）` is the label 状态 and two values. */
function readComment(comment: string) {
  const [, label = comment, inside = ''] = /^([^（(]*)[（(]([^）)]*)/.exec(comment) ?? [];
  const choices = [...inside.matchAll(/([A-Za-z0-9_.-]+)\s*[=:：]?\s*([^\s,，、;；=:：A-Za-z0-9]+)/g)].map(([, value = '', text = '']) => ({
    value,
    label: wordPackText(text),
    english: englishLabels[text] ?? sentenceCase(value),
  }));
  return { label: wordPackText(label) || wordPackText(comment), choices };
}

/** Of a supported type. */
function kindOf({ columnType: type, htmlType, dictType, facts }: StoredColumn, choices: readonly unknown[]): FieldKind {
  if (facts.ref && /^(smallint|integer|bigint)$/.test(type)) return 'ref';
  if (type === 'date') return 'day';
  if (/^timestamp/.test(type)) return 'time';
  if (type === 'boolean') return 'boolean';
  if (/^(smallint|integer|bigint)/.test(type)) return 'int';
  if (/^(numeric|real|double)/.test(type)) return 'decimal';
  if (dictType) return 'text';
  if (facts.values.length > 0) return facts.values.join() === '0,1' ? 'flag' : 'choice';
  if (choices.length > 1 && ['radio', 'select'].includes(htmlType)) return 'choice';
  return ({ textarea: 'lines', editor: 'html', imageUpload: 'picture', fileUpload: 'file' } as const)[htmlType as 'textarea'] ?? 'text';
}

/** Supported types in `format_type` spelling. PostgreSQL uses the same expression. */
export const SUPPORTED_TYPE =
  /^(text|smallint|integer|bigint|boolean|date|real|double precision|timestamp(tz)?( with(out)? time zone)?|numeric(\(\d+,\d+\))?|character varying\(\d+\)|character varying|character\(\d+\))$/;

/** Whether a database name needs no quotes. Other names are not generated. */
export const isUnquotedName = (name: string) => /^[a-z][a-z0-9_]{0,62}$/.test(name) && !isSqlWord(name);

const ranges: Record<string, readonly [number, number]> = { smallint: [-32_768, 32_767], integer: [-2_147_483_648, 2_147_483_647] };
const SAFE_RANGE: readonly [number, number] = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** Data about referenced tables, by table name. */
export interface ReferencedTables {
  resources: ReadonlyMap<string, ReferencedResource>;
  owners: ReadonlyMap<string, CatalogOwner>;
}

/**
 * Converts a column to a field.
 * @param line whether it belongs to a line, not to the record
 * @throws genNameReserved, genColumnUnfit
 */
export function fieldOf(column: StoredColumn, { resources, owners }: ReferencedTables, line = false) {
  const { columnName, columnType, htmlType, facts, maxLength } = column;
  if (isReserved(columnName)) throw new Problem('genNameReserved', { name: columnName, field: 'columnName' });
  const names = facts.ref ? [facts.ref.table, facts.ref.constraint] : [];
  if (!SUPPORTED_TYPE.test(columnType) || !names.every(isUnquotedName)) throw new Problem('genColumnUnfit', { columnName, columnType });
  const { label, choices: commentChoices } = readComment(column.columnComment);
  const kind = kindOf(column, commentChoices);
  const values = facts.values.length > 0 ? facts.values : commentChoices.map(({ value }) => value);
  const choices = values.map(
    (value) => commentChoices.find((each) => each.value === value) ?? { value, label: value, english: sentenceCase(value) },
  );
  const mustInsert = facts.notNull && facts.default === null;
  // a longer value would fail in the database, whose error names no field
  const columnLength = Number(/^character(?: varying)?\((\d+)\)/.exec(columnType)?.[1] ?? 0);
  return {
    name: column.javaField,
    column: columnName,
    label,
    english: wordPackText(column.englishName) || sentenceCase(columnName),
    kind,
    line,
    required: column.isRequired === '1' || mustInsert,
    nullable: !facts.notNull,
    max: Math.min(maxLength ?? (columnLength || 100), columnLength || Number.POSITIVE_INFINITY),
    places:
      Number(/,(\d+)\)/.exec(columnType)?.[1] ?? (kind === 'decimal' && columnType === 'numeric' ? 2 : 0)) ||
      (/^(real|double)/.test(columnType) ? 6 : 0),
    range: /(^|_)(sort|order_num)$/.test(columnName) ? ([0, 9999] as const) : (ranges[columnType] ?? SAFE_RANGE),
    choices: kind === 'choice' || kind === 'flag' ? choices : [],
    dictType: kind === 'text' ? column.dictType : '',
    // an index with a quoted name is treated as a table key
    unique: facts.unique !== null && isUnquotedName(facts.unique) ? facts.unique : null,
    ref: facts.ref && { ...facts.ref, resource: resources.get(facts.ref.table), owner: owners.get(facts.ref.table) },
    insert: column.isInsert === '1' || mustInsert,
    edit: column.isEdit === '1',
    list: column.isList === '1' && kind !== 'html',
    query: !line && column.isQuery === '1' && !['html', 'picture', 'file'].includes(kind),
    queryType: column.queryType,
    htmlType,
    type: columnType,
    default: facts.default,
  };
}
