import type { WordKey } from '@suyuan/contract';
import { currentLanguage, findTranslationKey } from './i18n.ts';

/** Menu titles from the server are Chinese; other languages use this translation key, if any. */
export function menuTitleKey(path: string): WordKey | undefined {
  return currentLanguage() === 'zh-CN' ? undefined : pageTitleKey(path);
}

/** Translation key for the title of a page, if its words are loaded. */
export function pageTitleKey(path: string): WordKey | undefined {
  const dotted = path.replaceAll('/', '.');
  return findTranslationKey(`shell.menu${dotted}`) ?? findTranslationKey(`${dotted.slice(1)}.title`) ?? findTranslationKey(dotted.slice(1));
}
