import type { GenTable } from '@suyuan/contract';
import { Problem } from '../../../http/problem.ts';
import type { StoredColumn } from './gen.queries.ts';
import type { CatalogUse } from './gen-catalog.queries.ts';
import { oneLine, spelled } from './gen-guess.ts';
import { type KnownNoun, nameTakenBy } from './gen-known.ts';
import { isReserved } from './gen-names.ts';

/** What a field's value is: decides its rule, its comparison, its cell and its control. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'html'
  | 'picture'
  | 'file'
  | 'int'
  | 'decimal'
  | 'boolean'
  | 'flag'
  | 'choice'
  | 'day'
  | 'time'
  | 'ref';

/** One field of a noun, read off its column and what people set of it. */
export interface GenField {
  name: string;
  column: string;
  label: string;
  english: string;
  kind: FieldKind;
  required: boolean;
  /** May be null in the database. */
  nullable: boolean;
  /** Left out of an insert, the database fills it in. */
  defaulted: boolean;
  max: number;
  places: number;
  /** Smallest and largest whole number that the column holds. */
  range: [number, number];
  choices: { value: string; label: string; english: string }[];
  dictType: string;
  unique: string | null;
  ref: { constraint: string; table: string; key: string; label: string | null; known: KnownNoun | undefined } | null;
  insert: boolean;
  edit: boolean;
  list: boolean;
  query: boolean;
  queryType: StoredColumn['queryType'];
  htmlType: StoredColumn['htmlType'];
  /** For the migration. */
  type: string;
  notNull: boolean;
  default: string | null;
}

/** All that templates know of a module. Texts are on one line; names are names. */
export interface GenModel {
  kind: 'crud' | 'tree' | 'sub';
  domain: string;
  noun: string;
  /** Value of the resource, e.g. `suppliers`. */
  plural: string;
  /** Type of its records, e.g. `Supplier`. */
  type: string;
  table: string;
  key: string;
  keyColumn: string;
  title: string;
  nounTitle: string;
  english: string;
  englishPlural: string;
  author: string;
  formColumns: number;
  view: boolean;
  parentMenuId: number;
  fields: GenField[];
  /** `create_by` and `create_time`; null: the table has none. */
  made: { required: boolean } | null;
  /** Its list is narrowed by when records were made. */
  created: boolean;
  /** It shows when. */
  listed: boolean;
  /** `update_by`, `update_time` and `version`. */
  revised: boolean;
  /** `dept_id`: rows belong to departments. */
  owned: boolean;
  uses: CatalogUse[];
  tree: { parent: GenField; order: GenField | undefined; name: string } | null;
  sub: SubModel | null;
}

export interface SubModel {
  table: string;
  type: string;
  /** Field of the record that holds its lines, e.g. `orderLineList`. */
  list: string;
  key: string;
  keyColumn: string;
  /** Column that names the record. */
  link: string;
  linkField: string;
  /** Its place; undefined: by key. */
  order: string | undefined;
  orderColumn: string | undefined;
  english: string;
  label: string;
  fields: GenField[];
}

export interface GenSource {
  table: GenTable;
  uses: CatalogUse[];
  columns: StoredColumn[];
}

const BASE = ['create_by', 'create_time', 'update_by', 'update_time', 'version', 'dept_id'];

/** Words of common states in English: what stands in a Chinese comment says no more. */
const english: Record<string, string> = {
  正常: 'In use',
  停用: 'Off',
  启用: 'On',
  禁用: 'Off',
  是: 'Yes',
  否: 'No',
  男: 'Male',
  女: 'Female',
  未知: 'Unknown',
  成功: 'Done',
  失败: 'Failed',
  显示: 'Shown',
  隐藏: 'Hidden',
  草稿: 'Draft',
  待审: 'Pending',
  已审: 'Approved',
};

/** A sentence of the word packs: what would be a placeholder there is a sign like others. */
const worded = (text: string) => oneLine(text, 100).replaceAll('{', '｛').replaceAll('}', '｝');

/** `状态（0正常 1停用）` is the label 状态 and two values. */
function readComment(comment: string) {
  const [, label = comment, inside = ''] = /^([^（(]*)[（(]([^）)]*)/.exec(comment) ?? [];
  const choices = [...inside.matchAll(/([A-Za-z0-9_.-]+)\s*[=:：]?\s*([^\s,，、;；=:：A-Za-z0-9]+)/g)].map(([, value = '', said = '']) => ({
    value,
    label: worded(said),
    english: english[said] ?? spelled(value),
  }));
  return { label: worded(label) || worded(comment), choices };
}

function kindOf(column: StoredColumn, choices: readonly unknown[]): FieldKind {
  const { columnType: type, htmlType, dictType, facts } = column;
  if (facts.ref) return 'ref';
  if (type === 'date') return 'day';
  if (/^timestamp/.test(type)) return 'time';
  if (type === 'boolean') return 'boolean';
  if (/^(smallint|integer|bigint)/.test(type)) return 'int';
  if (/^(numeric|real|double)/.test(type)) return 'decimal';
  if (!/^(text|character)/.test(type)) throw new Problem('genColumnUnfit', { columnName: column.columnName, columnType: type });
  if (dictType) return 'text';
  if (facts.values.length > 0) return facts.values.join() === '0,1' ? 'flag' : 'choice';
  if (choices.length > 1 && ['radio', 'select'].includes(htmlType)) return 'choice';
  return ({ textarea: 'lines', editor: 'html', imageUpload: 'picture', fileUpload: 'file' } as const)[htmlType as 'textarea'] ?? 'text';
}

const ranges: Record<string, [number, number]> = { smallint: [-32_768, 32_767], integer: [-2_147_483_648, 2_147_483_647] };
const WIDEST: [number, number] = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

function fieldOf(column: StoredColumn, known: ReadonlyMap<string, KnownNoun>): GenField {
  const { columnName, columnType, htmlType, facts, maxLength } = column;
  if (isReserved(columnName)) throw new Problem('genNameReserved', { name: columnName, field: 'columnName' });
  const { label, choices: said } = readComment(column.columnComment);
  const kind = kindOf(column, said);
  const values = facts.values.length > 0 ? facts.values : said.map(({ value }) => value);
  const choices = values.map((value) => said.find((each) => each.value === value) ?? { value, label: value, english: spelled(value) });
  const defaulted = facts.default !== null;
  return {
    name: column.javaField,
    column: columnName,
    label,
    english: worded(column.englishName) || spelled(columnName),
    kind,
    required: column.isRequired === '1' || (facts.notNull && !defaulted),
    nullable: !facts.notNull,
    defaulted,
    max: maxLength ?? (Number(/\((\d+)\)/.exec(columnType)?.[1] ?? 0) || 100),
    places:
      Number(/,(\d+)\)/.exec(columnType)?.[1] ?? (kind === 'decimal' && columnType === 'numeric' ? 2 : 0)) ||
      (/^(real|double)/.test(columnType) ? 6 : 0),
    range: /(^|_)(sort|order_num)$/.test(columnName) ? [0, 9999] : (ranges[columnType] ?? WIDEST),
    choices: kind === 'choice' || kind === 'flag' ? choices : [],
    dictType: kind === 'text' ? column.dictType : '',
    unique: facts.unique,
    ref: facts.ref && { ...facts.ref, known: known.get(facts.ref.table) },
    insert: column.isInsert === '1',
    edit: column.isEdit === '1',
    list: column.isList === '1' && kind !== 'html',
    query: column.isQuery === '1' && !['html', 'picture', 'file'].includes(kind),
    queryType: column.queryType,
    htmlType,
    type: columnType,
    notNull: facts.notNull,
    default: facts.default,
  };
}

/** The English plural, as far as rules go. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}

const keyOf = ({ table, columns }: GenSource) => {
  const key = columns.find(({ isPk }) => isPk === '1');
  if (!key) throw new Problem('genTableUnfit', { tableName: table.tableName, unfit: 'key' });
  return key;
};

/**
 * What a table, its columns and what people set of them come to.
 * @throws genTableUnfit, genColumnUnfit, genNameReserved, genNameTaken, genTreeFieldMissing, genSubTableMissing, genFieldsNone
 */
export function modelOf(source: GenSource, sub: GenSource | undefined, known: ReadonlyMap<string, KnownNoun>): GenModel {
  const { table, columns, uses } = source;
  const key = keyOf(source);
  const has = (name: string) => columns.some(({ columnName }) => columnName === name);
  const { moduleName: domain, businessName: noun, className: type } = table;
  const plural = pluralOf(noun);
  if (isReserved(noun) || isReserved(domain)) throw new Problem('genNameReserved', { field: 'businessName', name: noun });
  const taken = nameTakenBy({ domain, noun, names: [plural, type] });
  if (taken) throw new Problem('genNameTaken', { field: 'businessName', name: taken });
  const made = has('create_by') && has('create_time');
  const revised = made && has('update_by') && has('update_time') && has('version');
  const maker = columns.find(({ columnName }) => columnName === 'create_by');
  const createTime = columns.find(({ columnName }) => columnName === 'create_time');
  const title = worded(table.functionName);
  const name = worded(table.englishName) || spelled(table.tableName);
  const fields = columns.filter(({ isPk, columnName }) => isPk !== '1' && !BASE.includes(columnName)).map((each) => fieldOf(each, known));
  const tree = table.tplCategory === 'tree' ? treeOf(table, fields) : null;
  const own = tree ? fields.filter((each) => each !== tree.parent) : fields;
  if (!own.some(({ insert, edit }) => insert || edit)) throw new Problem('genFieldsNone', { tableName: table.tableName });
  return {
    kind: table.tplCategory,
    domain,
    noun,
    plural,
    type,
    table: table.tableName,
    key: key.javaField,
    keyColumn: key.columnName,
    title: title.endsWith('管理') ? title : `${title}管理`,
    nounTitle: title.replace(/管理$/, '') || title,
    english: name,
    englishPlural: pluralOf(name),
    author: oneLine(table.functionAuthor, 50),
    formColumns: table.formColNum,
    view: table.genView === '1',
    parentMenuId: table.parentMenuId,
    fields: own,
    made: made ? { required: maker?.facts.notNull ?? false } : null,
    created: made && createTime?.isQuery === '1',
    listed: made && createTime?.isList === '1',
    revised,
    owned: made && has('dept_id'),
    uses,
    tree,
    sub: table.tplCategory === 'sub' ? subOf(table, sub, known) : null,
  };
}

function treeOf(table: GenTable, fields: readonly GenField[]) {
  const field = (column: string | null) => fields.find((each) => each.column === column);
  const [parent, name] = [field(table.treeParentCode), field(table.treeName)];
  if (!parent) throw new Problem('genTreeFieldMissing', { field: 'treeParentCode', title: 'tool.gen.treeParentCode' });
  if (!name) throw new Problem('genTreeFieldMissing', { field: 'treeName', title: 'tool.gen.treeName' });
  return { parent, name: name.name, order: fields.find(({ column }) => /^(order_num|sort|.*_sort)$/.test(column)) };
}

function subOf(table: GenTable, source: GenSource | undefined, known: ReadonlyMap<string, KnownNoun>): SubModel {
  const link = source?.columns.find(({ columnName }) => columnName === table.subTableFkName);
  if (!source || !link) throw new Problem('genSubTableMissing', { field: 'subTableName', title: 'tool.gen.subTableName' });
  const key = keyOf(source);
  const order = source.columns.find(({ columnName }) => columnName === 'order_num');
  const left = new Set([...BASE, key.columnName, link.columnName, 'order_num']);
  const { tableName, className, functionName, englishName } = source.table;
  return {
    table: tableName,
    type: className,
    list: `${className.replace(/^./, (letter) => letter.toLowerCase())}List`,
    key: key.javaField,
    keyColumn: key.columnName,
    link: link.columnName,
    linkField: link.javaField,
    order: order?.javaField,
    orderColumn: order?.columnName,
    english: worded(englishName) || spelled(tableName),
    label: worded(functionName),
    fields: source.columns.filter(({ columnName }) => !left.has(columnName)).map((each) => ({ ...fieldOf(each, known), query: false })),
  };
}
