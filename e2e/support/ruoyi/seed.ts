import { timeText } from './clock.ts';
import type { Database, DatabaseTable, Dept, JobLog, LoginLog, OperLog, Post, Role, User } from './records.ts';
import { seedMenus } from './seed-menus.ts';
import { seedConfigs, seedDictData, seedDictTypes, seedJobs, seedNotices } from './seed-settings.ts';

const audit = { createBy: 'admin', createTime: '2026-01-05 08:00:00', updateBy: '', updateTime: null };

const depts: [id: number, parent: number, ancestors: string, name: string, order: number][] = [
  [100, 0, '0', '若依科技', 0],
  [101, 100, '0,100', '深圳总公司', 1],
  [102, 100, '0,100', '长沙分公司', 2],
  [103, 101, '0,100,101', '研发部门', 1],
  [104, 101, '0,100,101', '市场部门', 2],
  [105, 101, '0,100,101', '测试部门', 3],
  [106, 101, '0,100,101', '财务部门', 4],
  [107, 101, '0,100,101', '运维部门', 5],
  [108, 102, '0,100,102', '市场部门', 1],
  [109, 102, '0,100,102', '财务部门', 2],
];
const seedDepts = (): Dept[] =>
  depts.map(([deptId, parentId, ancestors, deptName, orderNum]) => ({
    ...audit,
    ...{ deptId, parentId, ancestors, deptName, orderNum, leader: '若依', phone: '15888888888', email: 'ry@qq.com' },
    ...{ status: '0', delFlag: '0', remark: null },
  }));

const user = (userId: number, deptId: number, userName: string, email: string, phonenumber: string, remark: string): User => ({
  ...audit,
  ...{ userId, deptId, userName, nickName: '若依', email, phonenumber, sex: '1', avatar: '', password: 'admin123' },
  ...{ status: '0', delFlag: '0', loginIp: '127.0.0.1', loginDate: '2026-01-06 09:30:00', pwdUpdateDate: '2026-01-05 08:00:00', remark },
});
const role = (roleId: number, roleName: string, roleKey: string, dataScope: string): Role => ({
  ...audit,
  ...{ roleId, roleName, roleKey, roleSort: roleId, dataScope, menuCheckStrictly: true, deptCheckStrictly: true },
  ...{ status: '0', delFlag: '0', remark: roleName },
});
const posts = [
  ['ceo', '董事长'],
  ['se', '项目经理'],
  ['hr', '人力资源'],
  ['user', '普通员工'],
];
const seedPosts = (): Post[] =>
  posts.map(([postCode = '', postName = ''], index) => ({
    ...audit,
    ...{ postId: index + 1, postCode, postName, postSort: index + 1, status: '0', remark: '' },
  }));

const HOUR = 3_600_000;

const seedJobLogs = (): JobLog[] =>
  ['1', '0'].map((status, index) => {
    const at = timeText(Date.now() - (2 - index) * HOUR);
    const job = { jobName: '系统默认（无参）', jobGroup: 'DEFAULT', invokeTarget: 'ryTask.ryNoParams' };
    return {
      ...{ createBy: null, createTime: at, updateBy: null, updateTime: null, remark: null, jobLogId: index + 1, ...job, status },
      ...{ jobMessage: '系统默认（无参） 总共耗时：3毫秒', exceptionInfo: status === '1' ? 'java.lang.NullPointerException' : '' },
      ...{ startTime: at, endTime: at },
    };
  });

const seedLoginLogs = (): LoginLog[] =>
  ['1', '0'].map((status, index) => ({
    ...{ infoId: 100 + index, userName: 'ry', ipaddr: '127.0.0.1', loginLocation: '内网IP', browser: 'Chrome140', os: 'Windows10', status },
    ...{ msg: status === '0' ? '登录成功' : '用户不存在/密码错误', loginTime: timeText(Date.now() - (2 - index) * HOUR) },
  }));

const seedOperLogs = (): OperLog[] => [
  {
    ...{ operId: 100, title: '岗位管理', businessType: 2, method: 'com.ruoyi.web.controller.system.SysPostController.edit()' },
    ...{ requestMethod: 'PUT', operatorType: 1, operName: 'admin', deptName: '研发部门', operUrl: '/system/post' },
    ...{ operIp: '127.0.0.1', operLocation: '内网IP', operParam: '{"postId":4}', jsonResult: '{"msg":"操作成功","code":200}' },
    ...{ status: 0, errorMsg: null, operTime: timeText(Date.now() - HOUR), costTime: 12 },
  },
];

const bookkeeping: DatabaseTable['columns'] = [
  ['create_by', 'varchar(64)', '创建者'],
  ['create_time', 'datetime', '创建时间'],
  ['update_by', 'varchar(64)', '更新者'],
  ['update_time', 'datetime', '更新时间'],
  ['remark', 'varchar(500)', '备注'],
];
const table = (tableName: string, tableComment: string, columns: DatabaseTable['columns']): DatabaseTable => ({
  ...{ tableName, tableComment, createTime: '2026-01-05 08:00:00', updateTime: '2026-01-06 09:00:00' },
  columns: [...columns, ...bookkeeping],
});
const seedDatabaseTables = (): DatabaseTable[] => [
  table('sys_post', '岗位信息表', [
    ['post_id', 'bigint(20)', '岗位ID'],
    ['post_code', 'varchar(64)', '岗位编码'],
    ['post_name', 'varchar(50)', '岗位名称'],
    ['post_sort', 'int(4)', '显示顺序'],
    ['status', 'char(1)', '状态（0正常 1停用）'],
  ]),
  table('sys_notice', '通知公告表', [
    ['notice_id', 'int(4)', '公告ID'],
    ['notice_title', 'varchar(50)', '公告标题'],
    ['notice_type', 'char(1)', '公告类型（1通知 2公告）'],
    ['notice_content', 'longblob', '公告内容'],
    ['status', 'char(1)', '公告状态（0正常 1关闭）'],
  ]),
  table('sys_dept', '部门表', [
    ['dept_id', 'bigint(20)', '部门id'],
    ['parent_id', 'bigint(20)', '父部门id'],
    ['dept_name', 'varchar(30)', '部门名称'],
    ['order_num', 'int(4)', '显示顺序'],
  ]),
];

/**
 * RuoYi's default rows. Ids continue as on the recorded server.
 *
 * @param settings overrides of default settings by key
 */
export function seedDatabase(settings: Record<string, string>): Database {
  const menus = seedMenus();
  return {
    users: [user(1, 103, 'admin', 'ry@163.com', '15888888888', '管理员'), user(2, 105, 'ry', 'ry@qq.com', '15666666666', '测试员')],
    roles: [role(1, '超级管理员', 'admin', '1'), role(2, '普通角色', 'common', '2')],
    menus,
    depts: seedDepts(),
    posts: seedPosts(),
    dictTypes: seedDictTypes(),
    dictData: seedDictData(),
    configs: seedConfigs(settings),
    notices: seedNotices(),
    jobs: seedJobs(),
    jobLogs: seedJobLogs(),
    operLogs: seedOperLogs(),
    loginLogs: seedLoginLogs(),
    genTables: [],
    genColumns: [],
    databaseTables: seedDatabaseTables(),
    userRoles: [1, 2].map((id) => ({ userId: id, roleId: id })),
    userPosts: [1, 2].map((id) => ({ userId: id, postId: id })),
    roleMenus: menus.map(({ menuId }) => ({ roleId: 2, menuId })),
    roleDepts: [100, 101, 105].map((deptId) => ({ roleId: 2, deptId })),
    noticeReads: [],
    sequences: {
      ...{ userId: 100, roleId: 100, menuId: 2000, deptId: 200, postId: 6, dictId: 100, dictCode: 100, configId: 100, noticeId: 10 },
      ...{ jobId: 100, jobLogId: 3, operId: 101, infoId: 102, tableId: 6, columnId: 1 },
    },
  };
}
