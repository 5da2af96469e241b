interface RoleSeed {
  roleId: number;
  roleName: string;
  roleKey: string;
  dataScope: '1' | '2' | '3' | '4' | '5';
  /** Permissions it starts with; the pages above them come along. */
  perms?: readonly string[];
}

const some = (root: string, verbs: string) => verbs.split(' ').map((verb) => `${root}:${verb}`);
const reading = (...nouns: string[]) => nouns.flatMap((noun) => some(`manage:${noun}`, 'list query'));
const keeping = (...nouns: string[]) => nouns.flatMap((noun) => some(`manage:${noun}`, 'list query add edit remove export import'));

/** The family's two roles and the desks of this business. The one who plans a batch cannot approve it, whatever the roles say. */
export const roles: RoleSeed[] = [
  { roleId: 1, roleName: '超级管理员', roleKey: 'admin', dataScope: '1' },
  { roleId: 2, roleName: '普通角色', roleKey: 'common', dataScope: '2' },
  {
    roleId: 100,
    roleName: '计划员',
    roleKey: 'planner',
    dataScope: '1',
    perms: [
      ...keeping('supplier', 'category', 'codeRule', 'batch'),
      ...some('manage:batch', 'submit cancel'),
      ...reading('code', 'codeRecord'),
    ],
  },
  {
    roleId: 101,
    roleName: '审批员',
    roleKey: 'approver',
    dataScope: '1',
    perms: [
      ...reading('supplier', 'category', 'codeRule', 'batch', 'code', 'codeRecord'),
      ...some('manage:batch', 'export approve reject cancel issue exportCodes activate freeze unfreeze close recall void'),
      ...some('manage:code', 'freeze unfreeze void'),
      'manage:codeRecord:export',
    ],
  },
  {
    roleId: 102,
    roleName: '印务员',
    roleKey: 'printing',
    dataScope: '1',
    perms: [...reading('batch', 'code'), 'manage:batch:exportCodes'],
  },
  {
    roleId: 103,
    roleName: '仓储员',
    roleKey: 'warehouse',
    dataScope: '1',
    perms: [...reading('batch', 'code'), 'manage:batch:activate', 'manage:batch:close'],
  },
  {
    roleId: 104,
    roleName: '品质员',
    roleKey: 'quality',
    dataScope: '1',
    perms: [
      ...reading('supplier', 'category', 'batch', 'code', 'codeRecord'),
      ...some('manage:batch', 'freeze unfreeze recall'),
      ...some('manage:code', 'freeze unfreeze void'),
    ],
  },
  { roleId: 105, roleName: '渠道专员', roleKey: 'dealerDesk', dataScope: '1', perms: reading('category', 'batch', 'code', 'codeRecord') },
  {
    roleId: 106,
    roleName: '分析员',
    roleKey: 'analyst',
    dataScope: '1',
    perms: [...reading('category', 'batch', 'codeRecord'), 'manage:codeRecord:export'],
  },
];
