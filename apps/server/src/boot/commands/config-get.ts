import { Refusal } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

export const configGet: Command = {
  words: ['config', 'get'],
  arguments: '<key>',
  about: { 'zh-CN': '显示一项系统参数，密钥不显示', 'en-US': 'print a system setting; secrets are masked' },
  least: 1,
  most: 1,
  async run({ db }, { positionals: [key = ''] }) {
    const configService = await import('../../features/system/setting/setting.service.ts');
    const setting = (await configService.listByOperator(db)).find(({ configKey }) => configKey === key);
    if (!setting)
      throw new Refusal(
        `没有参数“${key}”；用 npm run suyuan -- config list 查看`,
        `there is no setting ${key}; see npm run suyuan -- config list`,
      );
    return setting.configValue;
  },
};
