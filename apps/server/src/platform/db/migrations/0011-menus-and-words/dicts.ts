/** `[value, label, listClass, isDefault]`, in the order of the family's numbers. */
type Entry = [value: string, label: string, listClass?: string, isDefault?: 'Y'];

export interface DictSeed {
  name: string;
  type: string;
  entries: Entry[];
}

/** The family's ten dictionaries under its numbers, in our words; then those of this product. */
export const dicts: DictSeed[] = [
  {
    name: '用户性别',
    type: 'sys_user_sex',
    entries: [
      ['0', '男', '', 'Y'],
      ['1', '女'],
      ['2', '未知'],
    ],
  },
  {
    name: '菜单状态',
    type: 'sys_show_hide',
    entries: [
      ['0', '显示', 'primary', 'Y'],
      ['1', '隐藏', 'danger'],
    ],
  },
  {
    name: '系统开关',
    type: 'sys_normal_disable',
    entries: [
      ['0', '正常', 'primary', 'Y'],
      ['1', '停用', 'danger'],
    ],
  },
  {
    name: '任务状态',
    type: 'sys_job_status',
    entries: [
      ['0', '正常', 'primary', 'Y'],
      ['1', '暂停', 'danger'],
    ],
  },
  {
    name: '任务分组',
    type: 'sys_job_group',
    entries: [
      ['DEFAULT', '默认', '', 'Y'],
      ['SYSTEM', '系统'],
    ],
  },
  {
    name: '系统是否',
    type: 'sys_yes_no',
    entries: [
      ['Y', '是', 'primary', 'Y'],
      ['N', '否', 'danger'],
    ],
  },
  {
    name: '通知类型',
    type: 'sys_notice_type',
    entries: [
      ['1', '通知', 'warning', 'Y'],
      ['2', '公告', 'success'],
    ],
  },
  {
    name: '通知状态',
    type: 'sys_notice_status',
    entries: [
      ['0', '正常', 'primary', 'Y'],
      ['1', '关闭', 'danger'],
    ],
  },
  {
    name: '操作类型',
    type: 'sys_oper_type',
    entries: [
      ['0', '其他', 'info'],
      ['1', '新增', 'info'],
      ['2', '修改', 'info'],
      ['3', '删除', 'danger'],
      ['4', '授权', 'primary'],
      ['5', '导出', 'warning'],
      ['6', '导入', 'warning'],
      ['7', '强退', 'danger'],
      ['8', '生成代码', 'warning'],
      ['9', '清空数据', 'danger'],
    ],
  },
  {
    name: '系统状态',
    type: 'sys_common_status',
    entries: [
      ['0', '成功', 'primary'],
      ['1', '失败', 'danger'],
    ],
  },
];

/** Entries stand in the order of their numbers, but for "other" among the operations, which stands last. */
export const sortOf = (type: string, index: number) => (type === 'sys_oper_type' ? (index === 0 ? 99 : index) : index + 1);
