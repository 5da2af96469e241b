import { inferColumn, ruoyiFlagsOf } from '../../features/devtools/generator/generator-infer-column.ts';
import type { GenSource } from '../../features/devtools/generator/generator-model.ts';

type Facts = Parameters<typeof inferColumn>[0];

/** A column, not null by default. */
export const column = (columnName: string, type: string, comment: string, overrides: Partial<Facts> = {}): Facts => ({
  columnName,
  type,
  comment,
  notNull: true,
  default: null,
  identity: false,
  isKey: false,
  unique: null,
  ref: null,
  checks: [],
  ...overrides,
});

const columns: Facts[] = [
  column('post_id', 'bigint', '岗位序号', { isKey: true, identity: true }),
  column('post_code', 'text', '岗位编码', { unique: 'post_post_code_key' }),
  column('post_name', 'text', '岗位名称', { unique: 'post_post_name_key' }),
  column('post_sort', 'integer', '岗位排序'),
  column('status', 'text', '状态（0正常 1停用）', {
    default: "'0'::text",
    checks: ["CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))"],
  }),
  column('remark', 'text', '备注', { notNull: false }),
  column('create_by', 'bigint', '创建人', { notNull: false }),
  column('create_time', 'timestamp with time zone', '创建时间', { default: 'now()' }),
  column('update_by', 'bigint', '修改人', { notNull: false }),
  column('update_time', 'timestamp with time zone', '修改时间', { notNull: false }),
  column('version', 'integer', '版本', { default: '1' }),
];

/** Settings that a user would make in the three tabs. */
const settings: Record<string, object> = {
  post_code: { maxLength: 64, englishName: 'Code' },
  post_name: { maxLength: 50, englishName: 'Name' },
  post_sort: { englishName: 'Order' },
  status: { htmlType: 'select' },
  create_time: { isQuery: '0' },
};

/** Generator input for posts. The output is compared with the handwritten feature. */
export const postSource: GenSource = {
  table: {
    tableId: 1,
    tableName: 'post',
    tableComment: '岗位',
    className: 'Post',
    tplCategory: 'crud',
    tplWebType: 'react-antd',
    packageName: 'suyuan.system',
    moduleName: 'system',
    businessName: 'post',
    functionName: '岗位',
    englishName: 'Post',
    functionAuthor: '',
    formColNum: 1,
    genType: '0',
    genPath: '/',
    subTableName: null,
    subTableFkName: null,
    options: '{}',
    treeCode: null,
    treeParentCode: null,
    treeName: null,
    parentMenuId: 1,
    parentMenuName: null,
    genView: '0',
    genTime: null,
    remark: null,
    crud: true,
    tree: false,
    sub: false,
    createBy: null,
    createTime: '',
    updateBy: null,
    updateTime: null,
    version: 1,
  },
  uses: [{ constraint: 'user_post_post_id_fkey' }],
  keys: [],
  columns: columns.map((each, at) => {
    const guessed = { ...inferColumn(each, at), ...settings[each.columnName] };
    return { ...guessed, ...ruoyiFlagsOf(guessed), columnId: at + 1, tableId: 1 };
  }),
};
