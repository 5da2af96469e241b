import type { DatabaseTable, GenColumn, GenTable } from './records.ts';
import { created } from './table.ts';

const BOOKKEEPING = ['id', 'create_by', 'create_time', 'del_flag'];
const NOT_LISTED = [...BOOKKEEPING, 'update_by', 'update_time'];
const NOT_QUERIED = [...NOT_LISTED, 'remark'];
const SUPER = ['createBy', 'createTime', 'updateBy', 'updateTime', 'remark', 'parentName', 'parentId', 'orderNum', 'ancestors'];
const USABLE = ['parentId', 'orderNum', 'remark'];

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function typesOf(type: string): [javaType: string, htmlType: string] {
  const [, base = '', size = ''] = /^(\w+)(?:\(([\d,]+)\))?/.exec(type) ?? [];
  if (/char/.test(base)) return ['String', Number(size) >= 500 ? 'textarea' : 'input'];
  if (/text/.test(base)) return ['String', 'textarea'];
  if (/date|time/.test(base)) return ['Date', 'datetime'];
  if (!/int|number|bit|float|double|decimal/.test(base)) return ['String', ''];
  if (/,[1-9]/.test(size)) return ['BigDecimal', 'input'];
  return [size && !size.includes(',') && Number(size) <= 10 ? 'Integer' : 'Long', 'input'];
}

const ENDINGS: [pattern: RegExp, htmlType: string][] = [
  [/status$/i, 'radio'],
  [/(type|sex)$/i, 'select'],
  [/image$/i, 'imageUpload'],
  [/file$/i, 'fileUpload'],
  [/content$/i, 'editor'],
];

/** A column with properties guessed from name and type. The first column of a table is the primary key. */
export function newColumn(
  [columnName, columnType, columnComment]: DatabaseTable['columns'][number],
  index: number,
  tableId: number,
  user: string,
): Omit<GenColumn, 'columnId'> {
  const isPk = index === 0;
  const [javaType, htmlType] = typesOf(columnType);
  const flagUnless = (names: string[]) => (isPk || names.includes(columnName) ? null : '1');
  return {
    ...{ ...created(user), tableId, columnName, columnComment, columnType, javaType, javaField: camelCase(columnName) },
    ...{ isPk: isPk ? '1' : '0', isIncrement: isPk ? '1' : '0', isRequired: !isPk && index < 3 ? '1' : '0', isInsert: '1' },
    ...{ isEdit: flagUnless(BOOKKEEPING), isList: flagUnless(NOT_LISTED), isQuery: flagUnless(NOT_QUERIED) },
    ...{ queryType: /name$/i.test(columnName) ? 'LIKE' : 'EQ', dictType: '', sort: index + 1 },
    htmlType: ENDINGS.find(([pattern]) => pattern.test(columnName))?.[1] ?? htmlType,
  };
}

const isOne = (value: string | null) => value === '1';

export const columnView = (column: GenColumn) => ({
  ...column,
  ...{ remark: null, capJavaField: column.javaField.charAt(0).toUpperCase() + column.javaField.slice(1) },
  ...{ pk: isOne(column.isPk), increment: isOne(column.isIncrement), required: isOne(column.isRequired), insert: isOne(column.isInsert) },
  ...{ edit: isOne(column.isEdit), list: isOne(column.isList), query: isOne(column.isQuery) },
  ...{ superColumn: SUPER.includes(column.javaField), usableColumn: USABLE.includes(column.javaField) },
});

/** A column in a table's record; its SQL selects no audit columns. */
export const columnDetail = (column: GenColumn) => ({
  ...columnView(column),
  ...{ createBy: null, createTime: null, updateBy: null, updateTime: null },
});

type ListedTable = Partial<GenTable> & Pick<GenTable, 'tableName' | 'tableComment' | 'createTime' | 'updateTime'>;

/** The single column in a row of a table list. Its SQL selects no columns, so it has the table's id and audit values. */
export const rowPhantom = ({ tableId = undefined, createBy = null, createTime, updateBy = null, updateTime }: Partial<ListedTable>) => ({
  ...{ capJavaField: null, columnComment: null, columnId: null, columnName: null, columnType: null, dictType: null, htmlType: null },
  ...{ isEdit: null, isIncrement: null, isInsert: null, isList: null, isPk: null, isQuery: null, isRequired: null, javaField: null },
  ...{ javaType: null, queryType: null, remark: null, sort: null, tableId: tableId ?? null, createBy, createTime, updateBy, updateTime },
  ...{ edit: false, increment: false, insert: false, list: false, pk: false, query: false, required: false },
  ...{ superColumn: false, usableColumn: false },
});

const unselected = {
  ...{ businessName: null, className: null, createBy: null, functionAuthor: null, functionName: null, genPath: null, genType: null },
  ...{ moduleName: null, options: null, packageName: null, parentMenuId: null, parentMenuName: null, pkColumn: null, remark: null },
  ...{ subTable: null, subTableFkName: null, subTableName: null, tableId: null, tplCategory: null, tplWebType: null, treeCode: null },
  ...{ treeName: null, treeParentCode: null, updateBy: null },
};

export const tableView = (table: ListedTable, columns: object[]) => ({
  ...unselected,
  ...table,
  columns,
  ...{ crud: table.tplCategory === 'crud', sub: table.tplCategory === 'sub', tree: table.tplCategory === 'tree' },
});
