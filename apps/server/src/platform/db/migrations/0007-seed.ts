import { type Kysely, sql } from 'kysely';
import { buttons, type MenuSeed, menus } from './0007-seed/menus.ts';
import { roles } from './0007-seed/roles.ts';

const depts: [deptId: number, parentId: number | null, deptName: string, orderNum: number][] = [
  [100, null, '总部', 0],
  [101, 100, '华东公司', 1],
  [102, 100, '华南公司', 2],
  [103, 101, '生产计划部', 1],
  [104, 101, '品质部', 2],
  [105, 101, '仓储部', 3],
  [106, 101, '印务组', 4],
  [107, 101, '信息部', 5],
  [108, 102, '渠道部', 1],
  [109, 102, '仓储部', 2],
];

const configs: [configKey: string, configName: string, configValue: string][] = [
  ['sys.index.skinName', '主框架页-默认皮肤样式名称', 'skin-blue'],
  ['sys.user.initPassword', '用户管理-账号初始密码', '每次随机生成'],
  ['sys.index.sideTheme', '主框架页-侧边栏主题', 'theme-dark'],
  ['sys.account.captchaEnabled', '账号自助-验证码开关', 'true'],
  ['sys.account.registerUser', '账号自助-是否开启用户注册功能', 'false'],
  ['sys.login.blackIPList', '用户登录-黑名单列表', ''],
  ['sys.account.initPasswordModify', '用户管理-初始密码修改策略', '1'],
  ['sys.account.passwordValidateDays', '用户管理-账号密码更新周期', '0'],
  ['sys.account.chrtype', '用户管理-密码字符范围', '0'],
  ['suyuan.password.minLength', '账号安全-密码最短长度', '15'],
  ['suyuan.session.idleMinutes', '账号安全-无操作退出（分钟）', '10080'],
  ['suyuan.lock.failures', '账号安全-连续输错几次锁定', '5'],
  ['suyuan.lock.minutes', '账号安全-锁定时长（分钟）', '10'],
  ['suyuan.scan.sessionMinutes', '扫码-同一设备多久内算一次（分钟）', '30'],
  ['suyuan.scan.repeatedFrom', '扫码-第几次起加重提示', '6'],
  ['suyuan.scan.suspectFrom', '扫码-第几次起判为可疑', '11'],
  ['suyuan.scan.unknownPerMinute', '扫码-同一地址每分钟可查的未知码', '30'],
  ['suyuan.footer.company', '登录页-公司名称', '溯源防伪系统'],
  ['suyuan.footer.icp', '登录页-备案号', ''],
];

/** Rows that every installation starts with: the family's shape and numbers, our own words, no account and no outside link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [deptId, parentId, deptName, orderNum] of depts) {
    await sql`insert into dept (dept_id, parent_id, dept_name, order_num, ancestors)
      select ${deptId}, ${parentId}, ${deptName}, ${orderNum},
        coalesce((select ancestors || dept_id from dept where dept_id = ${parentId}), '{}')`.execute(db);
  }
  for (const [index, [key, name, value]] of configs.entries()) {
    await sql`insert into config (config_id, config_name, config_key, config_value, config_type)
      values (${index + 1}, ${name}, ${key}, ${value}, 'Y')`.execute(db);
  }
  for (const menu of [...menus, ...buttons]) await insertMenu(db, menu);
  for (const { roleId, roleName, roleKey, dataScope, perms } of roles) {
    await sql`insert into role (role_id, role_name, role_key, role_sort, data_scope)
      values (${roleId}, ${roleName}, ${roleKey}, ${roleId}, ${dataScope})`.execute(db);
    if (perms) await grant(db, roleId, perms);
  }
  // the family's ordinary role: every page and button of system, monitor and tool, over some departments
  await sql`insert into role_menu (role_id, menu_id) select 2, menu_id from menu where menu_id < 2000`.execute(db);
  await sql`insert into role_dept (role_id, dept_id) values (2, 100), (2, 101), (2, 105)`.execute(db);
}

const insertMenu = (db: Kysely<unknown>, { menuId, parentId, orderNum, type, name, path, component, perms, icon, status }: MenuSeed) =>
  sql`insert into menu (menu_id, menu_name, parent_id, order_num, path, component, perms, menu_type, icon, status)
    values (${menuId}, ${name}, ${parentId}, ${orderNum}, ${path ?? ''}, ${component ?? null}, ${perms ?? null}, ${type}, ${icon ?? '#'}, ${status ?? '0'})`.execute(
    db,
  );

/** Links a role to the menus that carry `perms`, and to every directory and page above them. */
const grant = (db: Kysely<unknown>, roleId: number, perms: readonly string[]) =>
  sql`with recursive granted as (
      select menu_id, parent_id from menu where perms = any(${perms}::text[])
      union select menu.menu_id, menu.parent_id from menu join granted on menu.menu_id = granted.parent_id
    )
    insert into role_menu (role_id, menu_id) select distinct ${roleId}::bigint, menu_id from granted`.execute(db);
