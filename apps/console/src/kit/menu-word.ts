import type { WordKey } from '@suyuan/contract';
import { currentLanguage, wordOr } from './words.ts';

/** Menus speak Chinese; in another language the packs' word for a menu's address, where there is one. */
export function menuWord(path: string): WordKey | undefined {
  if (currentLanguage() === 'zh-CN') return undefined;
  const dotted = path.replaceAll('/', '.');
  return wordOr(`shell.menu${dotted}`) ?? wordOr(`${dotted.slice(1)}.title`) ?? wordOr(dotted.slice(1));
}
