import type { WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { SeedName } from '../db/page.ts';
import type { Context } from './context.ts';

const keys = Object.keys(zhCN) as WordKey[];

/**
 * Seed names whose translation contains `part`, ignoring case. Each key is the word key without `prefix`. Empty for Chinese, the stored
 * language.
 */
export function findSeedNames({ language, t }: Context, prefix: `${string}.seed.name.` | 'dict.', part: string | undefined): SeedName[] {
  if (!part || language === 'zh-CN') return [];
  const searchText = part.toLowerCase();
  return keys
    .filter((key) => key.startsWith(prefix) && t(key).toLowerCase().includes(searchText))
    .map((key) => ({ key: key.slice(prefix.length), name: zhCN[key] }));
}
