import type { MenuSeed } from '../0007-seed/menus.ts';

/** Pages of goods on their way and of acts by list, below 防伪溯源. */
export const pages: MenuSeed[] = [
  {
    menuId: 3250,
    parentId: 2002,
    orderNum: 3,
    type: 'C',
    name: '发货管理',
    path: 'dispatch',
    component: 'manage/dispatch/index',
    perms: 'manage:dispatch:list',
    icon: 'dealer',
  },
  {
    menuId: 3251,
    parentId: 2002,
    orderNum: 4,
    type: 'C',
    name: '清单操作',
    path: 'codeList',
    component: 'manage/codeList/index',
    perms: 'manage:codeList:list',
    icon: 'form',
  },
];

const button = (menuId: number, parentId: number, orderNum: number, name: string, perms: string): MenuSeed => ({
  ...{ menuId, parentId, orderNum, type: 'F', name, perms },
});

export const buttons: MenuSeed[] = [
  button(3252, 3250, 1, '发货查询', 'manage:dispatch:query'),
  button(3253, 3250, 2, '发货新增', 'manage:dispatch:add'),
  button(3254, 3250, 3, '发货修改', 'manage:dispatch:edit'),
  button(3255, 3250, 4, '发货删除', 'manage:dispatch:remove'),
  button(3256, 3250, 5, '发货导出', 'manage:dispatch:export'),
  button(3257, 3250, 6, '发货出库', 'manage:dispatch:ship'),
  button(3258, 3250, 7, '发货收货', 'manage:dispatch:receive'),
  button(3259, 3250, 8, '发货取消', 'manage:dispatch:cancel'),
  button(3260, 3251, 1, '清单查询', 'manage:codeList:query'),
  button(3261, 3251, 2, '清单印刷回传', 'manage:code:print'),
  button(3262, 3251, 3, '清单废码回传', 'manage:code:waste'),
  button(3263, 3251, 4, '清单售出', 'manage:code:sell'),
  button(3264, 2100, 20, '批次补码', 'manage:batch:supplement'),
  button(3265, 2100, 21, '批次补码审批', 'manage:batch:approveSupplement'),
];

const some = (root: string, verbs: string) => verbs.split(' ').map((verb) => `${root}:${verb}`);
const dispatching = some('manage:dispatch', 'list query add edit remove export ship receive cancel');
const lists = some('manage:codeList', 'list query');

/** What the desks hold beside what they had: who asks for more codes cannot allow them, whatever the roles say. */
export const grants: [roleId: number, perms: string[]][] = [
  [100, ['manage:dispatch:list', 'manage:dispatch:query', 'manage:batch:supplement', ...lists]],
  [101, [...dispatching, ...lists, 'manage:batch:approveSupplement', ...some('manage:code', 'print waste sell')]],
  [102, [...lists, ...some('manage:code', 'print waste')]],
  [103, [...dispatching, ...lists, 'manage:code:sell']],
  [104, [...lists, 'manage:dispatch:list', 'manage:dispatch:query']],
  [105, [...some('manage:dispatch', 'list query receive export'), ...lists, 'manage:code:sell']],
  [106, ['manage:dispatch:list', 'manage:dispatch:query', 'manage:dispatch:export']],
];
