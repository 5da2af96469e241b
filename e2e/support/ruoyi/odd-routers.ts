/** Menu trees of RuoYi servers with every shape that the console must parse. */

interface Shape {
  path: string;
  title?: string;
  component?: string;
  [key: string]: unknown;
}

const record = ({ path, title, meta, ...rest }: Shape & { meta?: object }) => ({
  name: path.charAt(0).toUpperCase() + path.slice(1),
  path,
  hidden: false,
  ...rest,
  ...(title && { meta: { title, icon: 'system', noCache: false, link: null, ...meta } }),
});

const directory = (path: string, title: string, children: object[], more: object = {}) =>
  record({ path, title, redirect: 'noRedirect', alwaysShow: true, component: 'Layout', children, ...more });

/** Records of `/getRouters`: seed shapes, then unusual ones. */
export const oddRouters = [
  directory('/system', '系统管理', [
    record({ path: 'user', title: '用户管理', component: 'system/user/index' }),
    directory(
      'log',
      '日志管理',
      [
        record({ path: 'operlog', title: '操作日志', component: 'monitor/operlog/index', meta: { noCache: true } }),
        record({ path: 'logininfor', title: '登录日志', component: 'monitor/logininfor/index' }),
      ],
      { component: 'ParentView' },
    ),
  ]),
  directory('/tool', '系统工具', [
    record({ path: 'weather', title: '天气预报', component: 'tool/weather/index' }),
    record({ path: 'example/cn', title: '内链页面', component: 'InnerLink', meta: { link: 'http://example.cn' } }),
    record({ path: 'unseen', title: '隐藏页面', component: 'monitor/logininfor/index', hidden: true }),
    record({ path: 'off', title: '不显示的页面', component: 'monitor/logininfor/index', meta: { show: false } }),
    record({ path: 'old', title: '旧地址', component: 'tool/old/index', redirect: '/system/log/operlog' }),
    record({ path: 'bare', title: '无头页面', component: 'monitor/logininfor/index', meta: { hiddenHeaderContent: true } }),
    record({ path: 'failed', title: '失败的登录', component: 'monitor/logininfor/index', query: '{"status":"1"}' }),
  ]),
  directory('/closed', '收起的目录', [record({ path: 'inner', title: '里面的页面', component: 'monitor/operlog/index' })], {
    meta: { title: '收起的目录', icon: 'tree', noCache: false, link: null, hideChildren: true },
  }),
  ...['BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout'].map((component) =>
    directory(`/${component}`, component, [record({ path: 'in', title: `${component} 之内`, component: 'monitor/operlog/index' })], {
      component,
    }),
  ),
  directory('/named', '具名组件', [
    record({ path: 'home', title: '另一个首页', component: 'Index' }),
    record({ path: 'center', title: '我的中心', component: 'AccountCenter' }),
    record({ path: 'settings', title: '我的设置', component: 'AccountSettings' }),
    record({ path: 'jobLog', title: '任务日志', component: 'JobLog' }),
    record({ path: 'authUser', title: '角色的人', component: 'AuthUser' }),
    record({ path: 'noticeForm', title: '写公告', component: 'NoticeForm' }),
    record({ path: 'gen', title: '生成配置', component: 'GenEdit' }),
  ]),
  {
    path: '/',
    hidden: false,
    component: 'Layout',
    children: [record({ path: 'alone', title: '顶层页面', component: 'monitor/operlog/index' })],
  },
  record({ path: 'http://example.cn', title: '外部网站', component: 'Layout', meta: { link: 'http://example.cn' } }),
  record({ path: '{host}/docs', title: '本站文档', component: 'Layout' }),
  record({ path: 'javascript:alert(1)', title: '坏链接', component: 'Layout' }),
];
