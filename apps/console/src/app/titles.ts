import type { Translate } from '@suyuan/contract';
import { matchPath } from 'react-router';
import { currentLanguage, wordOr } from '../kit/words.ts';
import { fixedPages } from './fixed-pages.tsx';
import type { PageRoute } from './routes.ts';

/** Menus speak Chinese; in another language the packs' words for the path stand in where there are some. */
export function menuTitle(t: Translate, path: string, title: string): string {
  if (currentLanguage() === 'zh-CN') return title;
  const key = wordOr(`shell.menu${path.replaceAll('/', '.')}`) ?? wordOr(path.slice(1).replaceAll('/', '.'));
  return key ? t(key) : title;
}

/** The page that serves `pathname`: itself, or the one whose record pages hang below it. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => path === pathname) ?? pages.findLast(({ path }) => matchPath(`${path}/*`, pathname) !== null);

/** What the tab, the breadcrumb and the window call the page at `pathname`. */
export function titleAt(t: Translate, pages: readonly PageRoute[], pathname: string): string {
  const own = fixedPages.find(({ path }) => matchPath(path, pathname) !== null);
  if (own) return t(own.title);
  const page = pageAt(pages, pathname);
  return page ? menuTitle(t, page.path, page.title) : pathname;
}
