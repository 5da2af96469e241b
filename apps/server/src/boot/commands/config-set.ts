import { sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

export const configSet: Command = {
  words: ['config', 'set'],
  arguments: '<key> <value>',
  about: { 'zh-CN': '修改一项系统参数', 'en-US': 'change a system setting' },
  log: { title: '参数管理', type: 'edit', params: ({ positionals: [configKey, configValue] }) => ({ configKey, configValue }) },
  least: 2,
  most: 2,
  async run({ db }, { positionals: [key = '', value = ''] }) {
    const configService = await import('../../features/system/setting/setting.service.ts');
    await configService.set(db, key, value);
    return sentence(`参数 ${key} 已设为 ${value}`, `the setting ${key} is ${value} now`);
  },
};
