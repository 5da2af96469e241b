import { Refusal, sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

export const userDisable: Command = {
  words: ['user', 'disable'],
  arguments: '<name>',
  about: { 'zh-CN': '停用账号，并结束它的全部会话', 'en-US': 'disable an account and end its sessions' },
  log: { title: '用户管理', type: 'edit' },
  least: 1,
  most: 1,
  async run({ db }, { positionals: [userName = ''] }) {
    if (userName === 'admin') throw new Refusal('admin 不能停用；应为其他账号', 'admin cannot be disabled: name another account');
    const userService = await import('../../features/identity/user/user.service.ts');
    if (!(await userService.disableByOperator(db, userName)))
      throw new Refusal(
        `没有账号“${userName}”；用 npm run suyuan -- user list 查看`,
        `there is no account ${userName}; see npm run suyuan -- user list`,
      );
    return sentence(`账号 ${userName} 已停用`, `the account ${userName} is disabled`);
  },
};
