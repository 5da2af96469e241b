/** A row of the menu table: directory, page or button. */
export interface MenuSeed {
  menuId: number;
  parentId: number;
  orderNum: number;
  type: 'M' | 'C' | 'F';
  name: string;
  path?: string;
  component?: string;
  perms?: string;
  icon?: string;
  /** `1`: its page is not part of this release yet; a later migration switches it on. */
  status?: '0' | '1';
}

const directory = (
  menuId: number,
  parentId: number,
  orderNum: number,
  name: string,
  path: string,
  icon: string,
  status: '0' | '1' = '0',
): MenuSeed => ({
  menuId,
  parentId,
  orderNum,
  type: 'M',
  name,
  path,
  icon,
  status,
});

/** A page: its component is `<area>/<noun>/index` unless given, its permission `<area>:<noun>:list`. */
const page = (
  menuId: number,
  parentId: number,
  orderNum: number,
  name: string,
  root: string,
  icon: string,
  status: '0' | '1' = '0',
  component?: string,
): MenuSeed => {
  const noun = root.slice(root.indexOf(':') + 1);
  return {
    menuId,
    parentId,
    orderNum,
    type: 'C',
    name,
    path: noun,
    icon,
    status,
    component: component ?? `${root.replace(':', '/')}/index`,
    perms: `${root}:list`,
  };
};

/** The family's ids and our own from 2000; what has no page in this release is switched off. */
export const menus: MenuSeed[] = [
  directory(1, 0, 11, '系统管理', 'system', 'system'),
  directory(2, 0, 12, '系统监控', 'monitor', 'monitor', '1'),
  directory(3, 0, 13, '系统工具', 'tool', 'tool', '1'),
  page(100, 1, 1, '用户管理', 'system:user', 'user', '1'),
  page(101, 1, 2, '角色管理', 'system:role', 'peoples', '1'),
  page(102, 1, 3, '菜单管理', 'system:menu', 'tree-table', '1'),
  page(103, 1, 4, '部门管理', 'system:dept', 'tree', '1'),
  page(104, 1, 5, '岗位管理', 'system:post', 'post', '1'),
  page(105, 1, 6, '字典管理', 'system:dict', 'dict', '1'),
  page(106, 1, 7, '参数设置', 'system:config', 'edit', '1'),
  page(107, 1, 8, '通知公告', 'system:notice', 'message', '1'),
  directory(108, 1, 9, '日志管理', 'log', 'log'),
  page(109, 2, 1, '在线用户', 'monitor:online', 'online', '1'),
  page(110, 2, 2, '定时任务', 'monitor:job', 'job', '1'),
  page(111, 2, 3, '数据监控', 'monitor:druid', 'druid', '1'),
  page(112, 2, 4, '服务监控', 'monitor:server', 'server', '1'),
  page(113, 2, 5, '缓存监控', 'monitor:cache', 'redis', '1'),
  { ...page(114, 2, 6, '缓存列表', 'monitor:cache', 'redis-list', '1', 'monitor/cache/list'), path: 'cacheList' },
  page(115, 3, 1, '表单构建', 'tool:build', 'build', '1'),
  page(116, 3, 2, '代码生成', 'tool:gen', 'code', '1'),
  page(117, 3, 3, '系统接口', 'tool:swagger', 'swagger', '1'),
  page(500, 108, 1, '操作日志', 'monitor:operlog', 'form'),
  page(501, 108, 2, '登录日志', 'monitor:logininfor', 'logininfor'),
  directory(2000, 0, 2, '业务管理', 'business', 'shop', '1'),
  directory(2001, 0, 3, '数字目录', 'digit', 'tree', '1'),
  directory(2002, 0, 1, '防伪溯源', 'manage', 'qrcode'),
  page(2100, 2002, 1, '批次管理', 'manage:batch', 'batch'),
  page(2101, 2002, 2, '码管理', 'manage:code', 'qrcode'),
  page(2102, 2002, 3, '码记录', 'manage:codeRecord', 'scan'),
  page(2103, 2002, 4, '品类管理', 'manage:category', 'goods'),
  page(2104, 2002, 5, '供应商管理', 'manage:supplier', 'supplier'),
  page(2105, 2002, 6, '码规则', 'manage:codeRule', 'rule'),
  page(2106, 2002, 7, '渠道商管理', 'manage:channelBusiness', 'dealer', '1'),
  page(2107, 2002, 8, '溯源管理', 'manage:traceability', 'route', '1'),
  page(2108, 2000, 1, '品类列表', 'business:category', 'goods', '1', 'business/category/list'),
];

const verbs: Record<string, string> = {
  query: '查询',
  add: '新增',
  edit: '修改',
  remove: '删除',
  export: '导出',
  import: '导入',
  resetPwd: '重置密码',
  unlock: '账户解锁',
  batchLogout: '批量强退',
  forceLogout: '单条强退',
  changeStatus: '状态修改',
  preview: '预览',
  code: '生成代码',
  submit: '提交审批',
  approve: '审批',
  reject: '驳回',
  cancel: '取消',
  issue: '发码',
  exportCodes: '导出码',
  activate: '激活',
  freeze: '冻结',
  unfreeze: '解冻',
  close: '结批',
  recall: '召回',
  void: '作废',
};

/** Buttons below a page, numbered in order from `first`. */
const row = (parentId: number, first: number, noun: string, root: string, names: string): MenuSeed[] =>
  names.split(' ').map((verb, index) => ({
    menuId: first + index,
    parentId,
    orderNum: index + 1,
    type: 'F',
    name: `${noun}${verbs[verb] ?? verb}`,
    perms: `${root}:${verb}`,
  }));

export const buttons: MenuSeed[] = [
  ...row(100, 1000, '用户', 'system:user', 'query add edit remove export import resetPwd'),
  ...row(101, 1007, '角色', 'system:role', 'query add edit remove export'),
  ...row(102, 1012, '菜单', 'system:menu', 'query add edit remove'),
  ...row(103, 1016, '部门', 'system:dept', 'query add edit remove'),
  ...row(104, 1020, '岗位', 'system:post', 'query add edit remove export'),
  ...row(105, 1025, '字典', 'system:dict', 'query add edit remove export'),
  ...row(106, 1030, '参数', 'system:config', 'query add edit remove export'),
  ...row(107, 1035, '公告', 'system:notice', 'query add edit remove'),
  ...row(500, 1039, '操作', 'monitor:operlog', 'query remove export'),
  ...row(501, 1042, '登录', 'monitor:logininfor', 'query remove export unlock'),
  ...row(109, 1046, '在线', 'monitor:online', 'query batchLogout forceLogout'),
  ...row(110, 1049, '任务', 'monitor:job', 'query add edit remove changeStatus export'),
  ...row(116, 1055, '生成', 'tool:gen', 'query edit remove import preview code'),
  ...row(
    2100,
    3000,
    '批次',
    'manage:batch',
    'query add edit remove export import submit approve reject cancel issue exportCodes activate freeze unfreeze close recall void',
  ),
  ...row(2101, 3020, '码', 'manage:code', 'query freeze unfreeze void'),
  ...row(2102, 3030, '码记录', 'manage:codeRecord', 'query export'),
  ...row(2103, 3040, '品类', 'manage:category', 'query add edit remove export import'),
  ...row(2104, 3050, '供应商', 'manage:supplier', 'query add edit remove export import'),
  ...row(2105, 3060, '码规则', 'manage:codeRule', 'query add edit remove export'),
];
