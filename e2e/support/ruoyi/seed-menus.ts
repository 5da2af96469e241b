import type { Menu } from './records.ts';

const menu = (
  menuId: number,
  parentId: number,
  orderNum: number,
  menuType: string,
  menuName: string,
  fields: Partial<Menu> = {},
): Menu => ({
  menuId,
  menuName,
  parentId,
  orderNum,
  path: '',
  component: null,
  query: '',
  routeName: '',
  isFrame: '1',
  isCache: '0',
  menuType,
  visible: '0',
  status: '0',
  perms: '',
  icon: '#',
  createBy: 'admin',
  createTime: '2026-01-05 08:00:00',
  updateBy: '',
  updateTime: null,
  remark: `${menuName}菜单`,
  ...fields,
});

/** Pages: id, parent, order, name, path, component, permission, icon. */
const pages: [number, number, number, string, string, string, string, string][] = [
  [100, 1, 1, '用户管理', 'user', 'system/user/index', 'system:user:list', 'user'],
  [101, 1, 2, '角色管理', 'role', 'system/role/index', 'system:role:list', 'peoples'],
  [102, 1, 3, '菜单管理', 'menu', 'system/menu/index', 'system:menu:list', 'tree-table'],
  [103, 1, 4, '部门管理', 'dept', 'system/dept/index', 'system:dept:list', 'tree'],
  [104, 1, 5, '岗位管理', 'post', 'system/post/index', 'system:post:list', 'post'],
  [105, 1, 6, '字典管理', 'dict', 'system/dict/index', 'system:dict:list', 'dict'],
  [106, 1, 7, '参数设置', 'config', 'system/config/index', 'system:config:list', 'edit'],
  [107, 1, 8, '通知公告', 'notice', 'system/notice/index', 'system:notice:list', 'message'],
  [109, 2, 1, '在线用户', 'online', 'monitor/online/index', 'monitor:online:list', 'online'],
  [110, 2, 2, '定时任务', 'job', 'monitor/job/index', 'monitor:job:list', 'job'],
  [111, 2, 3, '数据监控', 'druid', 'monitor/druid/index', 'monitor:druid:list', 'druid'],
  [112, 2, 4, '服务监控', 'server', 'monitor/server/index', 'monitor:server:list', 'server'],
  [113, 2, 5, '缓存监控', 'cache', 'monitor/cache/index', 'monitor:cache:list', 'redis'],
  [114, 2, 6, '缓存列表', 'cacheList', 'monitor/cache/list', 'monitor:cache:list', 'redis-list'],
  [115, 3, 1, '表单构建', 'build', 'tool/build/index', 'tool:build:list', 'build'],
  [116, 3, 2, '代码生成', 'gen', 'tool/gen/index', 'tool:gen:list', 'code'],
  [117, 3, 3, '系统接口', 'swagger', 'tool/swagger/index', 'tool:swagger:list', 'swagger'],
  [500, 108, 1, '操作日志', 'operlog', 'monitor/operlog/index', 'monitor:operlog:list', 'form'],
  [501, 108, 2, '登录日志', 'logininfor', 'monitor/logininfor/index', 'monitor:logininfor:list', 'logininfor'],
];

/** Buttons: parent, first id, permission prefix, then permission and name per button. */
const buttons: [number, number, string, Record<string, string>][] = [
  [
    100,
    1000,
    'system:user',
    {
      query: '用户查询',
      add: '用户新增',
      edit: '用户修改',
      remove: '用户删除',
      export: '用户导出',
      import: '用户导入',
      resetPwd: '重置密码',
    },
  ],
  [101, 1007, 'system:role', { query: '角色查询', add: '角色新增', edit: '角色修改', remove: '角色删除', export: '角色导出' }],
  [102, 1012, 'system:menu', { query: '菜单查询', add: '菜单新增', edit: '菜单修改', remove: '菜单删除' }],
  [103, 1016, 'system:dept', { query: '部门查询', add: '部门新增', edit: '部门修改', remove: '部门删除' }],
  [104, 1020, 'system:post', { query: '岗位查询', add: '岗位新增', edit: '岗位修改', remove: '岗位删除', export: '岗位导出' }],
  [105, 1025, 'system:dict', { query: '字典查询', add: '字典新增', edit: '字典修改', remove: '字典删除', export: '字典导出' }],
  [106, 1030, 'system:config', { query: '参数查询', add: '参数新增', edit: '参数修改', remove: '参数删除', export: '参数导出' }],
  [107, 1035, 'system:notice', { query: '公告查询', add: '公告新增', edit: '公告修改', remove: '公告删除' }],
  [500, 1039, 'monitor:operlog', { query: '操作查询', remove: '操作删除', export: '日志导出' }],
  [501, 1042, 'monitor:logininfor', { query: '登录查询', remove: '登录删除', export: '日志导出', unlock: '账户解锁' }],
  [109, 1046, 'monitor:online', { query: '在线查询', batchLogout: '批量强退', forceLogout: '单条强退' }],
  [
    110,
    1049,
    'monitor:job',
    { query: '任务查询', add: '任务新增', edit: '任务修改', remove: '任务删除', changeStatus: '状态修改', export: '任务导出' },
  ],
  [
    116,
    1055,
    'tool:gen',
    { query: '生成查询', edit: '生成修改', remove: '生成删除', import: '导入代码', preview: '预览代码', code: '生成代码' },
  ],
];

export const seedMenus = (): Menu[] => [
  menu(1, 0, 1, 'M', '系统管理', { path: 'system', icon: 'system' }),
  menu(2, 0, 2, 'M', '系统监控', { path: 'monitor', icon: 'monitor' }),
  menu(3, 0, 3, 'M', '系统工具', { path: 'tool', icon: 'tool' }),
  menu(4, 0, 4, 'M', '若依官网', { path: 'http://ruoyi.vip', isFrame: '0', icon: 'guide' }),
  menu(108, 1, 9, 'M', '日志管理', { path: 'log', component: '', icon: 'log' }),
  ...pages.map(([menuId, parentId, orderNum, name, path, component, perms, icon]) =>
    menu(menuId, parentId, orderNum, 'C', name, { path, component, perms, icon }),
  ),
  ...buttons.flatMap(([parentId, first, prefix, names]) =>
    Object.entries(names).map(([action, name], index) =>
      menu(first + index, parentId, index + 1, 'F', name, { path: '#', component: '', perms: `${prefix}:${action}`, remark: '' }),
    ),
  ),
];
