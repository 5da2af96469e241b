import { type Command, printPassword } from './command.ts';

export const adminPassword: Command = {
  words: ['admin-password'],
  arguments: '',
  about: { 'zh-CN': '为 admin 生成新密码，并结束它的全部会话', 'en-US': 'give admin a new random password and end its sessions' },
  log: { title: '用户管理', type: 'edit' },
  least: 0,
  most: 0,
  async run({ db }) {
    const userService = await import('../../features/identity/user/user.service.ts');
    const { password } = await userService.resetAdminPassword(db);
    return printPassword('admin', password);
  },
};
