import type { WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { Context } from './context.ts';

const keys = Object.keys(zhCN) as WordKey[];

/**
 * Records that an installation starts with and that a list calls by a word with `part` in it, letter case aside: the ends of the words' keys
 * after `prefix`. None in Chinese, which their names are stored in.
 */
export function seedsCalled({ language, t }: Context, prefix: `${string}.seed.name.` | 'dict.', part: string | undefined): string[] {
  if (!part || language === 'zh-CN') return [];
  const sought = part.toLowerCase();
  return keys.filter((key) => key.startsWith(prefix) && t(key).toLowerCase().includes(sought)).map((key) => key.slice(prefix.length));
}
