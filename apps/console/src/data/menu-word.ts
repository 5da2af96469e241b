import type { WordKey } from '@suyuan/contract';
import { currentLanguage, wordOr } from './words.ts';

/** Menu titles from the server are Chinese; other languages use this translation key, if any. */
export function menuWord(path: string): WordKey | undefined {
  return currentLanguage() === 'zh-CN' ? undefined : pageWord(path);
}

/** Translation key for the title of a page, if its words are loaded. */
export function pageWord(path: string): WordKey | undefined {
  const dotted = path.replaceAll('/', '.');
  return wordOr(`shell.menu${dotted}`) ?? wordOr(`${dotted.slice(1)}.title`) ?? wordOr(dotted.slice(1));
}
