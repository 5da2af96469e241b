import type { WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { SeedName } from '../db/called.ts';
import type { Context } from './context.ts';

const keys = Object.keys(zhCN) as WordKey[];

/**
 * Names that an installation starts with and that a list shows as a word with `part` in it, letter case aside: their keys are the ends of the
 * words' keys after `prefix`. None in Chinese, which they are stored in.
 */
export function seedsCalled({ language, t }: Context, prefix: `${string}.seed.name.` | 'dict.', part: string | undefined): SeedName[] {
  if (!part || language === 'zh-CN') return [];
  const sought = part.toLowerCase();
  return keys
    .filter((key) => key.startsWith(prefix) && t(key).toLowerCase().includes(sought))
    .map((key) => ({ key: key.slice(prefix.length), name: zhCN[key] }));
}
