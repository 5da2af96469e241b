const verbs = [
  ['query', '查询'],
  ['add', '新增'],
  ['edit', '修改'],
  ['remove', '删除'],
  ['export', '导出'],
  ['import', '导入'],
  ['submit', '提交审批'],
  ['approve', '审批'],
  ['reject', '驳回'],
  ['suspend', '暂停'],
  ['resume', '恢复'],
  ['terminate', '终止'],
  ['authorise', '授权'],
] as const;

/** Buttons below the page of dealers. */
export const buttons = verbs.map(([verb, act], index) => ({
  menuId: 3180 + index,
  parentId: 2106,
  orderNum: index + 1,
  name: `渠道商${act}`,
  perms: `manage:channelBusiness:${verb}`,
}));

const some = (names: string) => names.split(' ').map((verb) => `manage:channelBusiness:${verb}`);

/** The dealer desk keeps dealers, approvers judge them; who ships or analyses looks. */
export const grants: [roleId: number, perms: string[]][] = [
  [100, some('list query')],
  [101, some('list query approve reject suspend resume terminate')],
  [103, some('list query')],
  [104, some('list query')],
  [105, some('list query add edit remove export import submit authorise')],
  [106, some('list query export')],
];
