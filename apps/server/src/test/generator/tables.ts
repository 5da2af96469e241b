import type { GenTableWhole } from '@suyuan/contract';
import type { Client } from '../test-server.ts';

const expectOk = async (answer: ReturnType<Client['get']>) => {
  const { body } = await answer;
  if (body.code !== 200) throw new Error(JSON.stringify(body));
  return body;
};

const text = (columnName: string, columnComment: string, options: object = {}) => ({ columnName, columnComment, type: 'text', ...options });

/** Tables of each kind with all kinds of fields, created by the form and configured in the three tabs. */
export async function makeTables(client: Client, run: (statement: string) => Promise<unknown>): Promise<string[]> {
  const create = (table: object) => expectOk(client.post('/tool/gen/createTable', table));
  const readTable = async (tableName: string) => {
    const { rows } = await expectOk(client.get(`/tool/gen/list?tableName=${tableName}&orderByColumn=tableName`));
    return (await expectOk(client.get(`/tool/gen/${rows[0].tableId}`))).data.info as GenTableWhole;
  };
  const configure = async (tableName: string, settings: object, columns: Record<string, object> = {}) => {
    const table = await readTable(tableName);
    const columnChanges = table.columns.flatMap(({ columnId, columnName }) =>
      columns[columnName] ? [{ columnId, ...columns[columnName] }] : [],
    );
    await expectOk(client.put('/tool/gen', { tableId: table.tableId, ...settings, columns: columnChanges }));
  };

  await create({
    tableName: 'price_list',
    tableComment: '价目表',
    owned: true,
    columns: [
      text('price_list_code', '价目编码', { maxLength: 32, notNull: true, unique: true }),
      text('price_list_name', '价目名称', { maxLength: 50, notNull: true }),
      text('status', '状态（0正常 1停用）', { flag: true }),
      text('grade', '级别（A甲级 B乙级）', { maxLength: 1 }),
      text('sex', '性别', { maxLength: 1 }),
      text('labels', '标签', { maxLength: 100 }),
      { columnName: 'sort', columnComment: '排序', type: 'int', notNull: true },
      { columnName: 'quantity', columnComment: '数量', type: 'int' },
      { columnName: 'unit_price', columnComment: '单价', type: 'numeric', places: 2, notNull: true },
      { columnName: 'urgent', columnComment: '加急', type: 'boolean' },
      { columnName: 'valid_date', columnComment: '生效日', type: 'date' },
      { columnName: 'review_time', columnComment: '复核时间', type: 'timestamptz' },
      text('cover_image', '封面', { maxLength: 200 }),
      text('contract_file', '合同', { maxLength: 200 }),
      text('price_content', '说明', { maxLength: 20_000 }),
      text('remark', '备注', { maxLength: 500 }),
    ],
  });
  await run('alter table price_list add supplier_id bigint constraint price_list_supplier_id_fkey references supplier');
  await run('create unique index price_list_price_list_name_sort_idx on price_list (price_list_name, sort)');
  await expectOk(client.get('/tool/gen/synchDb/price_list'));
  await configure(
    'price_list',
    { formColNum: 2, params: { genView: '1', parentMenuId: 2002 }, englishName: 'Price list' },
    {
      grade: { htmlType: 'select' },
      sex: { dictType: 'sys_user_sex', htmlType: 'select' },
      labels: { dictType: 'sys_notice_type', htmlType: 'checkbox' },
      quantity: { queryType: 'BETWEEN' },
    },
  );

  await create({
    tableName: 'store_place',
    tableComment: '库位表',
    kind: 'tree',
    owned: true,
    columns: [text('place_name', '库位名称', { maxLength: 50, notNull: true }), text('status', '状态（0正常 1停用）', { flag: true })],
  });
  await run('alter table store_place add constraint store_place_parent_id_place_name_key unique (parent_id, place_name)');
  await configure('store_place', {
    tplCategory: 'tree',
    params: { treeCode: 'store_place_id', treeParentCode: 'parent_id', treeName: 'place_name' },
  });

  await create({
    tableName: 'purchase',
    tableComment: '采购单',
    owned: true,
    columns: [text('purchase_no', '采购单号', { maxLength: 32, notNull: true, unique: true }), text('remark', '备注', { maxLength: 500 })],
  });
  await create({
    tableName: 'purchase_line',
    tableComment: '采购明细',
    kind: 'lines',
    ofTable: 'purchase',
    columns: [
      text('item_name', '物料', { maxLength: 50, notNull: true }),
      { columnName: 'quantity', columnComment: '数量', type: 'int', notNull: true },
      { columnName: 'due_date', columnComment: '交期', type: 'date' },
      text('serial_no', '序列号', { maxLength: 32, unique: true }),
      text('status', '状态（0正常 1停用）', { flag: true }),
    ],
  });
  await run('alter table purchase_line add category_id bigint constraint purchase_line_category_id_fkey references product');
  await run('alter table purchase_line add constraint purchase_line_purchase_id_item_name_key unique (purchase_id, item_name)');
  await expectOk(client.get('/tool/gen/synchDb/purchase_line'));
  await configure('purchase', { tplCategory: 'sub', subTableName: 'purchase_line', subTableFkName: 'purchase_id' });

  // a field named like its noun, a key in another column order, and a required reference
  await create({
    tableName: 'grading',
    tableComment: '评级',
    owned: true,
    columns: [text('grading', '评级（A甲级 B乙级）', { maxLength: 1, notNull: true }), text('place_name', '地点', { maxLength: 20 })],
  });
  await run('alter table grading add supplier_id bigint not null constraint grading_supplier_id_fkey references supplier');
  await expectOk(client.get('/tool/gen/synchDb/grading'));
  await configure('grading', {}, { grading: { htmlType: 'select', queryType: 'EQ' }, place_name: { queryType: 'BETWEEN' } });

  // no standard columns, owner or revision, and all kinds of unique keys
  await run(`create table memo (memo_id bigint generated by default as identity primary key, memo_title text not null, body text,
    mark varchar(8) constraint memo_mark_key unique, day date)`);
  await run('create unique index memo_mark_lower_idx on memo (lower(mark))');
  await run('create unique index memo_title_day_idx on memo (memo_title, day)');
  await run('create unique index memo_one_idx on memo ((true))');
  await run('create unique index memo_lower_idx on memo (lower(memo_title)) where body is not null');
  await run("comment on table memo is '便签'");
  await expectOk(client.post('/tool/gen/importTable?tables=memo'));
  return ['price_list', 'store_place', 'purchase', 'grading', 'memo'];
}
