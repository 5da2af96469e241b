import { leasesEnded } from '../../platform/cache/propagation.ts';
import { afterCommit } from '../../platform/db/transaction.ts';
import { OperatorError, sentence } from '../../platform/operator-error.ts';
import { type Command, printPassword } from './command.ts';

export const adminPassword: Command = {
  words: ['admin-password'],
  arguments: '',
  about: { 'zh-CN': '为 admin 生成新密码，并结束它的全部会话', 'en-US': 'give admin a new random password and end its sessions' },
  log: { title: '用户管理', type: 'edit', isAtomic: true },
  async run({ db }) {
    const userService = await import('../../features/identity/user/user.service.ts');
    const { password } = await userService.resetAdminPassword(db);
    await afterCommit(db, leasesEnded);
    return printPassword('admin', password);
  },
};

export const userDisable: Command = {
  words: ['user', 'disable'],
  arguments: '<name>',
  about: { 'zh-CN': '停用账号，并结束它的全部会话', 'en-US': 'disable an account and end its sessions' },
  log: { title: '用户管理', type: 'edit', isAtomic: true },
  least: 1,
  async run({ db }, { positionals: [userName = ''] }) {
    if (userName === 'admin') throw new OperatorError('admin 不能停用；应为其他账号', 'admin cannot be disabled: name another account');
    const userService = await import('../../features/identity/user/user.service.ts');
    if (!(await userService.disableByOperator(db, userName)))
      throw new OperatorError(
        `没有账号“${userName}”；用 npm run suyuan -- user list 查看`,
        `there is no account ${userName}; see npm run suyuan -- user list`,
      );
    await afterCommit(db, leasesEnded);
    return sentence(`账号 ${userName} 已停用`, `the account ${userName} is disabled`);
  },
};

export const userList: Command = {
  words: ['user', 'list'],
  arguments: '',
  about: { 'zh-CN': '列出账号、角色和状态', 'en-US': 'list accounts with roles and status' },
  async run({ db }) {
    const userService = await import('../../features/identity/user/user.service.ts');
    const users = await userService.listByOperator(db);
    return users
      .map(({ userName, roles, status }) => {
        const roleKeys = roles.map(({ roleKey }) => roleKey).join(',') || '-';
        return [userName, roleKeys, status === '0' ? sentence('正常', 'enabled') : sentence('停用', 'disabled')].join('\t');
      })
      .join('\n');
  },
};

export const userAdd: Command = {
  words: ['user', 'add'],
  arguments: '<name> --role <role>',
  about: { 'zh-CN': '添加账号并生成密码', 'en-US': 'add an account with a generated password' },
  options: { role: { type: 'string' } },
  log: { title: '用户管理', type: 'add', isAtomic: true },
  least: 1,
  async run({ db }, { values, positionals: [userName = ''] }) {
    if (typeof values.role !== 'string')
      throw new OperatorError(
        '没有指定角色；用 --role 指定，例如 --role planner',
        'no role is named; name one by --role, e.g. --role planner',
      );
    const userService = await import('../../features/identity/user/user.service.ts');
    const { password } = await userService.addByOperator(db, { userName, roleKey: values.role });
    return printPassword(userName, password);
  },
};
