import type { GenTable } from '@suyuan/contract';
import { Problem } from '../../../platform/problem.ts';
import type { StoredColumn } from './generator.queries.ts';
import type { CatalogKey, CatalogUse } from './generator-catalog.queries.ts';
import { fieldOf, type GenField, type ReferencedTables, wordPackText } from './generator-field.ts';
import { STANDARD_COLUMNS, sentenceCase } from './generator-infer-column.ts';
import { keysOf, manualConstraintsOf } from './generator-key.ts';
import { findNameConflict, isFolder, isReserved, isSqlWord } from './generator-names.ts';

/** Template input. Texts are on one line; names are valid identifiers. */
export type GenModel = ReturnType<typeof modelOf>;

export interface GenSource {
  table: GenTable;
  uses: CatalogUse[];
  keys: CatalogKey[];
  columns: StoredColumn[];
}

/** English plural by simple rules. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}

const primaryKeyOf = ({ table, columns }: GenSource) => {
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
export function modelOf(source: GenSource, sub: GenSource | undefined, referencedTables: ReferencedTables) {
  const { table, columns, uses } = source;
  const key = primaryKeyOf(source);
  const hasColumn = (name: string) => columns.some(({ columnName }) => columnName === name);
  const { moduleName: domain, businessName: noun, className: type } = table;
  const plural = pluralOf(noun);
  if (isReserved(noun)) throw new Problem('genNameReserved', { field: 'businessName', name: noun });
  if (isReserved(domain) || isFolder(domain)) throw new Problem('genNameReserved', { field: 'moduleName', name: domain });
  const hasCreation = hasColumn('create_by') && hasColumn('create_time');
  const revised = hasCreation && hasColumn('update_by') && hasColumn('update_time') && hasColumn('version');
  const creator = columns.find(({ columnName }) => columnName === 'create_by');
  const createTime = columns.find(({ columnName }) => columnName === 'create_time');
  const title = wordPackText(table.functionName);
  const nounTitle = title.replace(/管理$/, '') || title;
  const name = wordPackText(table.englishName ?? '') || sentenceCase(table.tableName);
  const fields = columns
    .filter(({ isPk, columnName }) => isPk !== '1' && !STANDARD_COLUMNS.includes(columnName))
    .map((each) => fieldOf(each, referencedTables));
  const tree = table.tplCategory === 'tree' ? treeOf(table, fields) : null;
  const recordFields = tree ? fields.filter((each) => each !== tree.parent) : fields;
  if (!recordFields.some(({ insert, edit }) => insert || edit)) throw new Problem('genFieldsNone', { tableName: table.tableName });
  const usedNames = new Set<string>();
  const keys = keysOf(source.keys, fields, { noun, chinese: nounTitle, english: name, line: false }, usedNames);
  const lines = table.tplCategory === 'sub' ? subOf(table, noun, sub, referencedTables, usedNames) : null;
  const names = [plural, ...(tree ? [`${noun}List`] : [])];
  const conflictingName = findNameConflict({ domain, noun, plural }, names);
  if (conflictingName) throw new Problem('genNameTaken', { field: 'businessName', name: conflictingName });
  return {
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
    formColumns: table.formColNum,
    view: table.genView === '1',
    parentMenuId: table.parentMenuId,
    fields: recordFields,
    /** Null without `create_by` and `create_time`. */
    creation: hasCreation ? { required: creator?.facts.notNull ?? false } : null,
    hasCreateTimeFilter: hasCreation && createTime?.isQuery === '1',
    hasCreateTimeColumn: hasCreation && createTime?.isList === '1',
    /** Has `update_by`, `update_time` and `version`. */
    revised,
    /** Has `dept_id`: rows belong to departments. */
    owned: hasCreation && hasColumn('dept_id'),
    uses,
    keys,
    /** Unique keys and indexes, including those of lines, that must be added to the migration by hand. */
    manualConstraints: [...manualConstraintsOf(source.keys, fields), ...(lines ? manualConstraintsOf(sub?.keys ?? [], lines.fields) : [])],
    tree,
    sub: lines,
  };
}

/** Problem of a setting that names a table or column. */
export const settingProblem = (problem: 'genTreeFieldMissing' | 'genSubTableMissing', field: string) =>
  new Problem(problem, { field, title: `tool.gen.${field}` });

function treeOf(table: GenTable, fields: readonly GenField[]) {
  const field = (column: string | null) => fields.find((each) => each.column === column);
  const [parent, name] = [field(table.treeParentCode), field(table.treeName)];
  if (!parent) throw settingProblem('genTreeFieldMissing', 'treeParentCode');
  if (!name) throw settingProblem('genTreeFieldMissing', 'treeName');
  return { parent, name: name.name, order: fields.find(({ column }) => /^(order_num|sort|.*_sort)$/.test(column)) };
}

function subOf(table: GenTable, noun: string, source: GenSource | undefined, referencedTables: ReferencedTables, usedNames: Set<string>) {
  const link = source?.columns.find(({ columnName }) => columnName === table.subTableFkName);
  if (!source || !link) throw settingProblem('genSubTableMissing', 'subTableName');
  const key = primaryKeyOf(source);
  const skippedColumns = new Set([...STANDARD_COLUMNS, key.columnName, link.columnName, 'order_num']);
  const { tableName, className, functionName, englishName } = source.table;
  const [english, label] = [wordPackText(englishName ?? '') || sentenceCase(tableName), wordPackText(functionName)];
  const fields = source.columns
    .filter(({ columnName }) => !skippedColumns.has(columnName))
    .map((each) => fieldOf(each, referencedTables, true));
  return {
    table: tableName,
    /** Field of the record that contains its lines, e.g. `orderLineList`. */
    list: `${className.replace(/^./, (letter) => letter.toLowerCase())}List`,
    key: key.javaField,
    keyColumn: key.columnName,
    /** Column that references the record. */
    link: link.columnName,
    linkField: link.javaField,
    /** Lines without this column are sorted by key. */
    isOrdered: source.columns.some(({ columnName }) => columnName === 'order_num'),
    english,
    label,
    fields,
    keys: keysOf(source.keys, fields, { noun, chinese: label, english, line: true }, usedNames),
  };
}
