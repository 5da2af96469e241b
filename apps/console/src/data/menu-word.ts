import type { WordKey } from '@suyuan/contract';
import { currentLanguage, wordOr } from './words.ts';

/** Menus speak Chinese; in another language the packs' word for a menu's address, where there is one. */
export function menuWord(path: string): WordKey | undefined {
  return currentLanguage() === 'zh-CN' ? undefined : pageWord(path);
}

/** What the packs call the page at an address, where they name it and are here. */
export function pageWord(path: string): WordKey | undefined {
  const dotted = path.replaceAll('/', '.');
  return wordOr(`shell.menu${dotted}`) ?? wordOr(`${dotted.slice(1)}.title`) ?? wordOr(dotted.slice(1));
}
