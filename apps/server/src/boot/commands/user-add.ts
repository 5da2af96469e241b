import { Refusal } from '../../platform/refusal.ts';
import { type Command, printPassword } from './command.ts';

export const userAdd: Command = {
  words: ['user', 'add'],
  arguments: '<name> --role <role>',
  about: { 'zh-CN': '添加账号并生成密码', 'en-US': 'add an account with a generated password' },
  options: { role: { type: 'string' } },
  log: { title: '用户管理', type: 'add' },
  least: 1,
  most: 1,
  async run({ db }, { values, positionals: [userName = ''] }) {
    if (typeof values.role !== 'string')
      throw new Refusal('没有指定角色；用 --role 指定，例如 --role planner', 'no role is named; name one by --role, e.g. --role planner');
    const userService = await import('../../features/identity/user/user.service.ts');
    const { password } = await userService.addByOperator(db, { userName, roleKey: values.role });
    return printPassword(userName, password);
  },
};
