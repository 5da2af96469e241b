import { sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

/** Opening the installation has brought the schema up to date already, as it does for every command. */
export const migrate: Command = {
  words: ['migrate'],
  arguments: '',
  about: { 'zh-CN': '把数据库结构更新到当前版本', 'en-US': 'bring the database up to this version' },
  least: 0,
  most: 0,
  run: async () => sentence('数据库结构已是最新', 'the database is up to date'),
};
