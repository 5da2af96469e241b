import { sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

export const userList: Command = {
  words: ['user', 'list'],
  arguments: '',
  about: { 'zh-CN': '列出账号、角色和状态', 'en-US': 'list accounts with roles and status' },
  least: 0,
  most: 0,
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
