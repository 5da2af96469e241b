import type { Command } from './command.ts';

export const configList: Command = {
  words: ['config', 'list'],
  arguments: '',
  about: { 'zh-CN': '列出系统参数，密钥不显示', 'en-US': 'list system settings; secrets are masked' },
  least: 0,
  most: 0,
  async run({ db }) {
    const configService = await import('../../features/system/setting/setting.service.ts');
    const settings = await configService.listByOperator(db);
    return settings.map(({ configKey, configValue }) => `${configKey}=${configValue}`).join('\n');
  },
};
