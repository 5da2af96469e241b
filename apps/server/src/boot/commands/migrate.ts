import { sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

/** Does nothing itself: opening the installation already migrates the schema. */
export const migrate: Command = {
  words: ['migrate'],
  arguments: '',
  about: { 'zh-CN': '把数据库结构更新到当前版本', 'en-US': 'bring the database up to this version' },
  least: 0,
  most: 0,
  run: async () => sentence('数据库结构已是最新', 'the database is up to date'),
};
