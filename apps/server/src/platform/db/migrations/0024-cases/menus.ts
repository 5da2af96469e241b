export interface CaseMenu {
  menuId: number;
  parentId: number;
  orderNum: number;
  type: 'C' | 'F';
  name: string;
  path?: string;
  component?: string;
  perms: string;
  icon?: string;
  /** Roles that start with it. */
  roles: readonly number[];
}

const [approver, quality, dealerDesk, analyst] = [101, 104, 105, 106];
const everybody = [approver, quality, dealerDesk, analyst];

const page = (
  menuId: number,
  orderNum: number,
  name: string,
  noun: string,
  icon: string,
  perms: string,
  roles: readonly number[],
): CaseMenu => ({
  menuId,
  parentId: 2002,
  orderNum,
  type: 'C',
  name,
  path: noun,
  component: `manage/${noun}/index`,
  perms,
  icon,
  roles,
});

const button = (menuId: number, parentId: number, name: string, perms: string, roles: readonly number[]): CaseMenu => ({
  menuId,
  parentId,
  orderNum: menuId % 10,
  type: 'F',
  name,
  perms,
  roles,
});

export const menus: readonly CaseMenu[] = [
  page(3300, 4, '案件处理', 'codeCase', 'form', 'manage:codeCase:list', everybody),
  button(3301, 3300, '案件查询', 'manage:codeCase:query', everybody),
  button(3302, 3300, '案件新增', 'manage:codeCase:add', [approver, quality, dealerDesk]),
  button(3303, 3300, '案件导出', 'manage:codeCase:export', [approver, quality, analyst]),
  button(3304, 3300, '案件分派', 'manage:codeCase:assign', [approver, quality]),
  button(3305, 3300, '案件备注', 'manage:codeCase:note', [approver, quality, dealerDesk]),
  button(3306, 3300, '案件判定', 'manage:codeCase:judge', [approver, quality]),
  button(3307, 3300, '案件重开', 'manage:codeCase:reopen', [approver, quality]),
  page(3310, 5, '黑名单', 'blacklist', 'post', 'manage:blacklist:list', [approver, quality]),
  button(3311, 3310, '黑名单查询', 'manage:blacklist:query', [approver, quality]),
  button(3312, 3310, '黑名单新增', 'manage:blacklist:add', [approver, quality]),
  button(3313, 3310, '黑名单删除', 'manage:blacklist:remove', [approver, quality]),
  button(3314, 3310, '黑名单导出', 'manage:blacklist:export', [approver, quality]),
  page(3320, 6, '窜货分析', 'diversion', 'route', 'manage:diversion:list', [approver, dealerDesk, analyst]),
];

/** Settings of suspicion and cases. */
export const configs: readonly [name: string, key: string, value: string][] = [
  ['扫码-多快的移动判为可疑（公里/时，0 为不判）', 'suyuan.scan.speedKmh', '1000'],
  ['扫码-多远以上才看移动速度（公里）', 'suyuan.scan.speedKm', '100'],
  ['扫码-在渠道商授权地区之外是否判为可疑', 'suyuan.scan.regionRule', 'true'],
  ['扫码-按网络地址判断地区的精细度（province 省 / city 市）', 'suyuan.scan.addressGrain', 'province'],
  ['扫码-网络地址与定位保留几天后模糊（0 为不模糊）', 'suyuan.scan.keepAddressDays', '180'],
  ['案件-窜货立案需要几个不同的码', 'suyuan.case.diversionUnits', '3'],
  ['案件-窜货立案看最近几天', 'suyuan.case.diversionDays', '14'],
  ['案件-判为误报后安静几天', 'suyuan.case.quietDays', '90'],
  ['案件-判为假冒时自动拉黑码', 'suyuan.case.autoBlock', 'false'],
  ['案件-第几次起自动拉黑码（0 为不拉黑）', 'suyuan.case.blockFromSessions', '0'],
];
