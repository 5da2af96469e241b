import { namesSecret, SECRET_MASK } from '@suyuan/contract';
import { OperatorError, sentence } from '../../platform/operator-error.ts';
import type { Command } from './command.ts';

export const configSet: Command = {
  words: ['config', 'set'],
  arguments: '<key> <value>',
  about: { 'zh-CN': '修改一项系统参数', 'en-US': 'change a system setting' },
  log: {
    title: '参数管理',
    type: 'edit',
    params: ({ positionals: [configKey, configValue] }) => ({ configKey, configValue }),
    isAtomic: true,
  },
  least: 2,
  async run({ db }, { positionals: [key = '', value = ''] }) {
    const configService = await import('../../features/system/setting/setting.service.ts');
    await configService.set(db, key, value);
    const label = namesSecret(key) ? SECRET_MASK : value;
    return sentence(`参数 ${key} 已设为“${label}”`, `the setting ${key} is “${label}” now`);
  },
};

export const configList: Command = {
  words: ['config', 'list'],
  arguments: '',
  about: { 'zh-CN': '列出系统参数，密钥不显示', 'en-US': 'list system settings; secrets are masked' },
  async run({ db }) {
    const configService = await import('../../features/system/setting/setting.service.ts');
    const settings = await configService.listByOperator(db);
    return settings.map(({ configKey, configValue }) => `${configKey}=${configValue}`).join('\n');
  },
};

export const configGet: Command = {
  words: ['config', 'get'],
  arguments: '<key>',
  about: { 'zh-CN': '显示一项系统参数，密钥不显示', 'en-US': 'print a system setting; secrets are masked' },
  least: 1,
  async run({ db }, { positionals: [key = ''] }) {
    const configService = await import('../../features/system/setting/setting.service.ts');
    const setting = (await configService.listByOperator(db)).find(({ configKey }) => configKey === key);
    if (!setting)
      throw new OperatorError(
        `没有参数“${key}”；用 npm run suyuan -- config list 查看`,
        `there is no setting ${key}; see npm run suyuan -- config list`,
      );
    return setting.configValue;
  },
};
