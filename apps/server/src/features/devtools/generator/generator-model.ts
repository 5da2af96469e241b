import type { GenTable } from '@suyuan/contract';
import { Problem } from '../../../platform/http/problem.ts';
import type { StoredColumn } from './generator.queries.ts';
import type { CatalogKey, CatalogUse } from './generator-catalog.queries.ts';
import { fieldOf, type GenField, type Others, worded } from './generator-field.ts';
import { oneLine, spelled } from './generator-guess.ts';
import { byHandOf, type GenKey, keysOf } from './generator-key.ts';
import { nameTakenBy } from './generator-known.ts';
import { isFolder, isReserved, isSqlWord } from './generator-names.ts';

/** Template input. Texts are on one line; names are valid identifiers. */
export interface GenModel {
  kind: 'crud' | 'tree' | 'sub';
  domain: string;
  noun: string;
  /** Name of the resource, e.g. `suppliers`. */
  plural: string;
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
  /** `create_by` and `create_time`; null if the table has none. */
  made: { required: boolean } | null;
  created: boolean;
  listed: boolean;
  /** Has `update_by`, `update_time` and `version`. */
  revised: boolean;
  /** Has `dept_id`: rows belong to departments. */
  owned: boolean;
  uses: CatalogUse[];
  keys: GenKey[];
  /** Unique keys and indexes, including those of lines, that must be added to the migration by hand. */
  byHand: string[];
  tree: { parent: GenField; order: GenField | undefined; name: string } | null;
  sub: SubModel | null;
}

export interface SubModel {
  table: string;
  type: string;
  /** Field of the record that contains its lines, e.g. `orderLineList`. */
  list: string;
  key: string;
  keyColumn: string;
  /** Column that references the record. */
  link: string;
  linkField: string;
  /** Order column; undefined sorts by key. */
  order: string | undefined;
  orderColumn: string | undefined;
  english: string;
  label: string;
  fields: GenField[];
  keys: GenKey[];
}

export interface GenSource {
  table: GenTable;
  uses: CatalogUse[];
  keys: CatalogKey[];
  columns: StoredColumn[];
}

const BASE = ['create_by', 'create_time', 'update_by', 'update_time', 'version', 'dept_id'];

/** English plural by simple rules. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}

const primaryOf = ({ table, columns }: GenSource) => {
  const key = columns.find(({ isPk }) => isPk === '1');
  if (!key) throw new Problem('genTableUnfit', { tableName: table.tableName, unfit: 'key' });
  for (const name of [table.tableName, key.columnName])
    if (isSqlWord(name)) throw new Problem('genNameReserved', { field: 'tableName', name });
  return key;
};

/**
 * Builds the model from a table, its columns and the user's settings.
 * @throws genTableUnfit, genColumnUnfit, genNameReserved, genNameTaken, genTreeFieldMissing, genSubTableMissing, genFieldsNone
 */
export function modelOf(source: GenSource, sub: GenSource | undefined, others: Others): GenModel {
  const { table, columns, uses } = source;
  const key = primaryOf(source);
  const has = (name: string) => columns.some(({ columnName }) => columnName === name);
  const { moduleName: domain, businessName: noun, className: type } = table;
  const plural = pluralOf(noun);
  if (isReserved(noun)) throw new Problem('genNameReserved', { field: 'businessName', name: noun });
  if (isReserved(domain) || isFolder(domain)) throw new Problem('genNameReserved', { field: 'moduleName', name: domain });
  const made = has('create_by') && has('create_time');
  const revised = made && has('update_by') && has('update_time') && has('version');
  const maker = columns.find(({ columnName }) => columnName === 'create_by');
  const createTime = columns.find(({ columnName }) => columnName === 'create_time');
  const title = worded(table.functionName);
  const nounTitle = title.replace(/管理$/, '') || title;
  const name = worded(table.englishName) || spelled(table.tableName);
  const fields = columns.filter(({ isPk, columnName }) => isPk !== '1' && !BASE.includes(columnName)).map((each) => fieldOf(each, others));
  const tree = table.tplCategory === 'tree' ? treeOf(table, fields) : null;
  const own = tree ? fields.filter((each) => each !== tree.parent) : fields;
  if (!own.some(({ insert, edit }) => insert || edit)) throw new Problem('genFieldsNone', { tableName: table.tableName });
  const taken = new Set<string>();
  const keys = keysOf(source.keys, fields, { noun, chinese: nounTitle, english: name, line: false }, taken);
  const lines = table.tplCategory === 'sub' ? subOf(table, noun, sub, others, taken) : null;
  const model: GenModel = {
    kind: table.tplCategory,
    domain,
    noun,
    plural,
    type,
    table: table.tableName,
    key: key.javaField,
    keyColumn: key.columnName,
    title: /\p{Script=Han}/u.test(title) && !title.endsWith('管理') ? `${title}管理` : title,
    nounTitle,
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
    keys,
    byHand: [...byHandOf(source.keys, fields), ...(lines ? byHandOf(sub?.keys ?? [], lines.fields) : [])],
    tree,
    sub: lines,
  };
  const there = nameTakenBy({ domain, noun, plural, names: exportsOf(model) });
  if (there) throw new Problem('genNameTaken', { field: 'businessName', name: there });
  return model;
}

/** Names that the module exports from the contract. */
const exportsOf = ({ noun, plural, type, fields, sub }: GenModel) => [
  ...[plural, type, ...(sub ? [sub.type] : [])],
  ...[...fields, ...(sub?.fields ?? [])].filter(({ kind }) => kind === 'choice').map((field) => choicesOf(noun, field)),
];

/** Name of a choice's value list, e.g. `supplierGrades`. */
export const choicesOf = (noun: string, { name, line }: Pick<GenField, 'name' | 'line'>) =>
  pluralOf(`${noun}${line ? 'Line' : ''}${name.replace(/^./, (letter) => letter.toUpperCase())}`);

function treeOf(table: GenTable, fields: readonly GenField[]) {
  const field = (column: string | null) => fields.find((each) => each.column === column);
  const [parent, name] = [field(table.treeParentCode), field(table.treeName)];
  if (!parent) throw new Problem('genTreeFieldMissing', { field: 'treeParentCode', title: 'tool.gen.treeParentCode' });
  if (!name) throw new Problem('genTreeFieldMissing', { field: 'treeName', title: 'tool.gen.treeName' });
  return { parent, name: name.name, order: fields.find(({ column }) => /^(order_num|sort|.*_sort)$/.test(column)) };
}

function subOf(table: GenTable, noun: string, source: GenSource | undefined, others: Others, taken: Set<string>): SubModel {
  const link = source?.columns.find(({ columnName }) => columnName === table.subTableFkName);
  if (!source || !link) throw new Problem('genSubTableMissing', { field: 'subTableName', title: 'tool.gen.subTableName' });
  const key = primaryOf(source);
  const order = source.columns.find(({ columnName }) => columnName === 'order_num');
  const left = new Set([...BASE, key.columnName, link.columnName, 'order_num']);
  const { tableName, className, functionName, englishName } = source.table;
  const [english, label] = [worded(englishName) || spelled(tableName), worded(functionName)];
  const fields = source.columns
    .filter(({ columnName }) => !left.has(columnName))
    .map((each) => ({ ...fieldOf(each, others), line: true, query: false }));
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
    english,
    label,
    fields,
    keys: keysOf(source.keys, fields, { noun, chinese: label, english, line: true }, taken),
  };
}
