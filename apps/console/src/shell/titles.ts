import type { Translate } from '@suyuan/contract';
import { matchPath } from 'react-router';
import { menuTitleKey, pageTitleKey } from '../data/menu-word.ts';
import { fixedPages } from './fixed-pages.tsx';
import type { PageRoute } from './routes.ts';
import { shippedPages } from './shipped-pages.ts';

export function menuTitle(t: Translate, path: string, title: string): string {
  const key = menuTitleKey(path);
  return key ? t(key) : title;
}

/** Cheap check whether `pathname` may be below `path`, which avoids compiling a pattern for each page. */
const mayMatch = (path: string, pathname: string) => path.includes(':') || pathname.toLowerCase().startsWith(path.toLowerCase());

/** The page that serves `pathname`: itself, or the one with its record pages. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => path === pathname) ??
  pages.findLast(({ path }) => mayMatch(path, pathname) && matchPath(`${path}/*`, pathname) !== null);

export function titleAt(t: Translate, pages: readonly PageRoute[], pathname: string): string {
  const fixedPage = fixedPages.find(({ path }) => matchPath(path, pathname) !== null);
  if (fixedPage) return t(fixedPage.title);
  const page = pageAt(pages, pathname);
  if (page) return menuTitle(t, page.path, page.title);
  const shippedPage = shippedPages.find(({ path }) => mayMatch(path, pathname) && matchPath(`${path}/*`, pathname) !== null);
  const word = shippedPage && pageTitleKey(shippedPage.path);
  return word ? t(word) : pathname;
}
