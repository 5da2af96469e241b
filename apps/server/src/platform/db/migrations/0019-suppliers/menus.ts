const rows = (parentId: number, first: number, orderNum: number, root: string, names: [verb: string, name: string][]) =>
  names.map(([verb, name], index) => ({ menuId: first + index, parentId, orderNum: orderNum + index, name, perms: `${root}:${verb}` }));

/** Buttons below the page of suppliers and the watch over what expires. */
export const buttons = [
  ...rows(2104, 3160, 7, 'manage:supplier', [
    ['submit', '供应商提交审批'],
    ['approve', '供应商审批'],
    ['reject', '供应商驳回'],
    ['suspend', '供应商暂停'],
    ['resume', '供应商恢复'],
    ['terminate', '供应商终止'],
    ['bank', '供应商账号查看'],
  ]),
  ...rows(2104, 3170, 20, 'manage:supplierPaper', [
    ['list', '证照列表'],
    ['query', '证照查询'],
    ['add', '证照新增'],
    ['edit', '证照修改'],
    ['remove', '证照删除'],
    ['export', '证照导出'],
  ]),
  ...rows(3200, 3201, 1, 'manage:expiry', [['export', '到期预警导出']]),
];

const some = (root: string, verbs: string) => verbs.split(' ').map((verb) => `manage:${root}:${verb}`);

/** Planners keep suppliers and their papers, approvers judge them; who sees what expires. */
export const grants: [roleId: number, perms: string[]][] = [
  [100, [...some('supplier', 'submit'), ...some('supplierPaper', 'list query add edit remove export'), ...some('expiry', 'list export')]],
  [
    101,
    [
      ...some('supplier', 'approve reject suspend resume terminate bank'),
      ...some('supplierPaper', 'list query'),
      ...some('expiry', 'list export'),
    ],
  ],
  [104, [...some('supplierPaper', 'list query'), ...some('expiry', 'list export')]],
  [105, some('expiry', 'list')],
];
