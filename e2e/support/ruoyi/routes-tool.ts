import { type Call, FileAnswer, JsonBody, ok, okData, Refusal, type Routes } from './call.ts';
import { timeText } from './clock.ts';
import { columnDetail, columnView, newColumn, rowPhantom, tableView } from './gen-tables.ts';
import { type DatabaseTable, type GenTable, nextId } from './records.ts';
import { changesOf, created, filterRows, notBlank, pageOf, removeRows, updateRow, validate } from './table.ts';
import { zipOf } from './zip.ts';

const tableChecks = {
  ...{ tableName: [notBlank('表名称不能为空')], tableComment: [notBlank('表描述不能为空')], className: [notBlank('实体类名称不能为空')] },
  ...{ packageName: [notBlank('生成包路径不能为空')], moduleName: [notBlank('生成模块名不能为空')] },
  ...{ businessName: [notBlank('生成业务名不能为空')], functionName: [notBlank('生成功能名不能为空')] },
  functionAuthor: [notBlank('作者不能为空')],
};
const tableColumns = {
  unlessEmpty: [
    ...(['tableComment', 'className', 'functionAuthor', 'genType', 'genPath', 'tplCategory', 'tplWebType'] as const),
    ...(['packageName', 'moduleName', 'businessName', 'functionName'] as const),
  ],
  unlessNull: ['tableName', 'subTableName', 'subTableFkName', 'remark'],
} as const;
const columnColumns = {
  unlessEmpty: [],
  unlessNull: [
    ...(['columnComment', 'javaType', 'columnType', 'javaField', 'isInsert', 'isEdit', 'isList', 'isQuery', 'isRequired'] as const),
    ...(['queryType', 'htmlType', 'dictType'] as const),
  ],
} as const;

const capitalised = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const columnsOf = ({ db }: Call, tableId: number) =>
  db.genColumns.filter((column) => column.tableId === tableId).toSorted((one, other) => one.sort - other.sort);
const tableById = ({ db }: Call, id: number) => db.genTables.find(({ tableId }) => tableId === id);

function importTables(call: Call, tables: DatabaseTable[], tplWebType: string) {
  const { db, session } = call;
  for (const table of tables) {
    const tableId = nextId(db, 'tableId');
    db.genTables.push({
      ...{ ...created(session.user.userName), tableId, tableName: table.tableName, tableComment: table.tableComment },
      ...{ subTableName: null, subTableFkName: null, className: capitalised(table.tableName), tplCategory: 'crud', tplWebType },
      ...{ packageName: 'com.ruoyi.system', moduleName: 'system', businessName: table.tableName.split('_').at(-1) ?? '' },
      ...{ functionName: table.tableComment.replace(/表|若依/g, ''), functionAuthor: 'ruoyi', genType: '0', genPath: '/', options: null },
    });
    const columns = table.columns.map((column, index) => newColumn(column, index, tableId, session.user.userName));
    db.genColumns.push(...columns.map((column) => ({ ...column, columnId: nextId(db, 'columnId') })));
  }
  return ok();
}

function editTable(call: Call) {
  const { db, body, session } = call;
  validate(body, tableChecks);
  const columns = body.fields.columns;
  for (const column of Array.isArray(columns) ? columns : []) validate(new JsonBody(column), { javaField: [notBlank('Java属性不能为空')] });
  const params = (body.fields.params ?? {}) as Record<string, unknown>;
  if (body.text('tplCategory') === 'tree') {
    if (!params.treeCode) throw new Refusal('树编码字段不能为空');
    if (!params.treeParentCode) throw new Refusal('树父编码字段不能为空');
    if (!params.treeName) throw new Refusal('树名称字段不能为空');
  }
  if (body.text('tplCategory') === 'sub') {
    if (!body.text('subTableName')) throw new Refusal('关联子表的表名不能为空');
    if (!body.text('subTableFkName')) throw new Refusal('子表关联的外键名不能为空');
  }
  const row = tableById(call, body.number('tableId') ?? 0);
  if (row && !Array.isArray(columns))
    throw new Refusal(
      'Cannot invoke "java.util.List.iterator()" because the return value of "com.ruoyi.generator.domain.GenTable.getColumns()" is null',
    );
  // without `params` the options are cleared
  updateRow(row, { ...changesOf<GenTable>(body, tableColumns), options: JSON.stringify(params) }, session.user.userName);
  for (const fields of row ? (columns as Record<string, unknown>[]) : []) {
    const changed = new JsonBody(fields);
    const column = db.genColumns.find(({ columnId }) => columnId === changed.number('columnId'));
    const sort = changed.number('sort');
    updateRow(column, { ...changesOf(changed, columnColumns), ...(sort !== null && { sort }) });
  }
  return ok();
}

function synchronise(call: Call) {
  const { db, session } = call;
  const name = call.variable('tableName');
  const table = db.genTables.find(({ tableName }) => tableName === name);
  if (!table) throw new Refusal('Cannot invoke "com.ruoyi.generator.domain.GenTable.getColumns()" because "table" is null');
  const databaseTable = db.databaseTables.find(({ tableName }) => tableName === name);
  if (!databaseTable) throw new Refusal('同步数据失败，原表结构不存在');
  const oldColumns = columnsOf(call, table.tableId);
  removeRows(db.genColumns, ({ tableId }) => tableId === table.tableId);
  for (const [index, column] of databaseTable.columns.entries()) {
    const fresh = newColumn(column, index, table.tableId, session.user.userName);
    const oldColumn = oldColumns.find(({ columnName }) => columnName === fresh.columnName);
    const choices = oldColumn && fresh.isList === '1' ? { dictType: oldColumn.dictType, queryType: oldColumn.queryType } : {};
    db.genColumns.push({ ...fresh, ...choices, columnId: oldColumn?.columnId ?? nextId(db, 'columnId') });
  }
  return ok();
}

const TEMPLATES = [
  ...['java/domain.java', 'java/mapper.java', 'java/service.java', 'java/serviceImpl.java', 'java/controller.java'],
  ...['xml/mapper.xml', 'sql/sql', 'js/api.js', 'vue/v3/index.vue'],
];

const filesOf = ({ className, functionName }: GenTable) =>
  Object.fromEntries(TEMPLATES.map((template) => [`vm/${template}.vm`, `// ${template}\n// ${functionName}\nclass ${className} {}\n`]));

function archive({ db }: Call, names: string[]) {
  const tables = db.genTables.filter(({ tableName }) => names.includes(tableName));
  const files = tables.flatMap((table) =>
    Object.entries(filesOf(table)).map(([name, text]) => [`${table.tableName}/${name}`, text] as const),
  );
  return new FileAnswer('application/octet-stream;charset=UTF-8', zipOf(Object.fromEntries(files)), {
    'content-disposition': 'attachment; filename="ruoyi.zip"',
    'access-control-expose-headers': 'Content-Disposition',
  });
}

const importedTables = (call: Call) => {
  const filters = { like: ['tableName', 'tableComment'], day: 'createTime' } as const;
  return filterRows(call.db.genTables, call, { ...filters, like: [...filters.like] }).map((table) => ({
    ...tableView(table, [rowPhantom(table)]),
    options: null,
  }));
};

/** Tables that were not imported; their only key is the name. */
const databaseTables = (call: Call) => {
  const imported = new Set(call.db.genTables.map(({ tableName }) => tableName));
  const free = call.db.databaseTables.filter(({ tableName }) => !imported.has(tableName));
  return filterRows(free, call, { like: ['tableName', 'tableComment'], day: 'createTime' }).map(({ columns: _, ...table }) =>
    tableView(table, [rowPhantom(table)]),
  );
};
const listColumns = ['tableId', 'tableName', 'tableComment', 'className', 'createTime', 'updateTime'] as const;

function createTables(call: Call) {
  const sql = call.parameters.required('sql');
  const tplWebType = call.parameters.required('tplWebType');
  if (/\b(drop|truncate|delete|insert|update|alter)\s/i.test(sql)) throw new Refusal('创建表结构异常');
  const tables = sql
    .matchAll(/create\s+table\s+`?(\w+)`?\s*\(([\s\S]*?)\)[^()]*?(?:comment\s*=?\s*'([^']*)')?\s*(?:;|$)/gi)
    .map(([, name = '', text = '', comment = '']) => ({
      ...{ tableName: name, tableComment: comment, createTime: timeText(), updateTime: null },
      columns: text.split(/,\s*\n/).flatMap((line): DatabaseTable['columns'] => {
        const [, column, type, note = ''] = /^\s*`?(\w+)`?\s+([\w(),]+)(?:.*comment\s+'([^']*)')?/i.exec(line) ?? [];
        return column && type && !/^(primary|unique|key)$/i.test(column) ? [[column, type, note]] : [];
      }),
    }));
  const newTables = [...tables];
  call.db.databaseTables.push(...newTables);
  return importTables(call, newTables, tplWebType);
}

export const toolRoutes: Routes = {
  'GET /tool/gen/list': { permission: 'tool:gen:list', handle: (call) => pageOf(importedTables(call), call, listColumns) },
  'GET /tool/gen/db/list': { permission: 'tool:gen:list', handle: (call) => pageOf(databaseTables(call), call, listColumns) },
  // RuoYi does not bind the id, so the list is always empty and has no code or message
  'GET /tool/gen/column/:tableId': { permission: 'tool:gen:list', handle: () => ({ total: 0, rows: [], code: 0, msg: null }) },
  'GET /tool/gen/:tableId': {
    permission: 'tool:gen:query',
    handle: (call) => {
      const table = tableById(call, call.id('tableId'));
      if (!table) throw new Refusal('Cannot invoke "com.ruoyi.generator.domain.GenTable.getOptions()" because "genTable" is null');
      const withColumns = (each: GenTable) =>
        tableView(
          { ...each, createBy: null, createTime: null, updateBy: null, updateTime: null },
          columnsOf(call, each.tableId).map(columnDetail),
        );
      const options = table.options ? JSON.parse(table.options) : {};
      const treeOptions = ['treeCode', 'treeParentCode', 'treeName', 'parentMenuName'].map((key) => [key, options[key] ?? null]);
      const parentMenuId = table.options ? Number(options.parentMenuId ?? 0) : null;
      const tables = call.db.genTables.map((each) => ({ ...withColumns(each), genType: null, genPath: null }));
      return okData({
        info: { ...withColumns(table), ...Object.fromEntries(treeOptions), parentMenuId },
        rows: columnsOf(call, table.tableId).map(columnView),
        tables,
      });
    },
  },
  'POST /tool/gen/importTable': {
    permission: 'tool:gen:import',
    log: ['代码生成', 6],
    handle: (call) => {
      const names = call.parameters.required('tables').split(',');
      const tplWebType = call.version === '3.9' ? call.parameters.required('tplWebType') : '';
      return importTables(
        call,
        call.db.databaseTables.filter(({ tableName }) => names.includes(tableName)),
        tplWebType,
      );
    },
  },
  'POST /tool/gen/createTable': {
    log: ['创建表', 0],
    handle: (call) => {
      if (!call.session.user.roles.some(({ roleKey }) => roleKey === 'admin')) throw new Refusal('没有权限，请联系管理员授权', 403);
      return createTables(call);
    },
  },
  'PUT /tool/gen': { permission: 'tool:gen:edit', log: ['代码生成', 2], handle: editTable },
  'DELETE /tool/gen/:tableIds': {
    permission: 'tool:gen:remove',
    log: ['代码生成', 3],
    handle: ({ db, ids }) => {
      const tableIds = ids('tableIds');
      removeRows(db.genTables, ({ tableId }) => tableIds.includes(tableId));
      removeRows(db.genColumns, ({ tableId }) => tableIds.includes(tableId));
      return ok();
    },
  },
  'GET /tool/gen/preview/:tableId': {
    permission: 'tool:gen:preview',
    handle: (call) => {
      const table = tableById(call, call.id('tableId'));
      if (!table) throw new Refusal('Cannot invoke "com.ruoyi.generator.domain.GenTable.getSubTableName()" because "table" is null');
      return okData(filesOf(table));
    },
  },
  'GET /tool/gen/download/:tableName': {
    permission: 'tool:gen:code',
    log: ['代码生成', 8],
    handle: (call) => archive(call, [call.variable('tableName')]),
  },
  'GET /tool/gen/genCode/:tableName': {
    permission: 'tool:gen:code',
    log: ['代码生成', 8],
    handle: () => {
      throw new Refusal('【系统预设】不允许生成文件覆盖到本地');
    },
  },
  'GET /tool/gen/synchDb/:tableName': { permission: 'tool:gen:edit', log: ['代码生成', 2], handle: synchronise },
  'GET /tool/gen/batchGenCode': {
    permission: 'tool:gen:code',
    log: ['代码生成', 8],
    handle: (call) => archive(call, call.parameters.text('tables').split(',')),
  },
};
