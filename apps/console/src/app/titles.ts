import type { Translate } from '@suyuan/contract';
import { matchPath } from 'react-router';
import { currentLanguage, wordOr } from '../kit/words.ts';
import type { PageRoute } from './routes.ts';

/** Menus speak Chinese; in another language the packs' words for the path stand in where there are some. */
export function menuTitle(t: Translate, path: string, title: string): string {
  if (currentLanguage() === 'zh-CN') return title;
  const key = wordOr(`shell.menu${path.replaceAll('/', '.')}`) ?? wordOr(path.slice(1).replaceAll('/', '.'));
  return key ? t(key) : title;
}

/** Paths that are the console's own. */
const fixed = {
  '/index': 'shell.home',
  '/account/center': 'account.center',
  '/account/settings': 'account.settings',
  '/404': 'shell.notFound',
} as const;

/** The page that serves `pathname`: itself, or the one whose record pages hang below it. */
export const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => path === pathname) ?? pages.findLast(({ path }) => matchPath(`${path}/*`, pathname) !== null);

/** What the tab, the breadcrumb and the window call the page at `pathname`. */
export function titleAt(t: Translate, pages: readonly PageRoute[], pathname: string): string {
  if (pathname in fixed) return t(fixed[pathname as keyof typeof fixed]);
  const page = pageAt(pages, pathname);
  return page ? menuTitle(t, page.path, page.title) : pathname;
}
