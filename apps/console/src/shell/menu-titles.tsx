import type { Translate } from '@suyuan/contract';
import type { MenuProps } from 'antd';
import { useSyncExternalStore } from 'react';
import { Link, matchPath } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { menuTitleKey, pageTitleKey } from '../data/menu-title-key.ts';
import { siteConfig, siteConfigLoaded } from '../data/site-config.ts';
import { Icon } from '../ui/icon.tsx';
import { iconOf } from '../ui/menu-icons.ts';
import { fixedPages } from './fixed-pages.tsx';
import { type CountOf, countLabel } from './open-work.ts';
import { shippedPages } from './pages.ts';
import { type MenuNode, openKeysFor, type PageRoute } from './routes.ts';

const subscribe = (listener: () => void) => {
  let active = true;
  void siteConfigLoaded().then(() => active && listener());
  return () => {
    active = false;
  };
};

/** Rerenders on changes. */
export const useSiteConfig = () => useSyncExternalStore(subscribe, siteConfig);

export function useSiteTitle(): string {
  const t = useTranslations();
  return useSiteConfig().title ?? t('shell.title');
}

export function menuTitle(t: Translate, path: string, title: string): string {
  const key = menuTitleKey(path);
  return key ? t(key) : title;
}

/** Cheap check whether `pathname` may be below `path`, which avoids compiling a pattern for each page. */
const mayMatch = (path: string, pathname: string) => path.includes(':') || pathname.toLowerCase().startsWith(path.toLowerCase());

/** The page that serves `pathname`: itself, or the one with its record pages. */
const pageAt = (pages: readonly PageRoute[], pathname: string): PageRoute | undefined =>
  pages.find(({ path }) => path === pathname) ??
  pages.findLast(({ path }) => mayMatch(path, pathname) && matchPath(`${path}/*`, pathname) !== null);

export function titleAt(t: Translate, pages: readonly PageRoute[], pathname: string): string {
  const fixedPage = fixedPages.find(({ path }) => matchPath(path, pathname) !== null);
  if (fixedPage) return t(fixedPage.title);
  const page = pageAt(pages, pathname);
  if (page) return menuTitle(t, page.path, page.title);
  const shippedPage = shippedPages.find(({ path }) => mayMatch(path, pathname) && matchPath(`${path}/*`, pathname) !== null);
  const titleKey = shippedPage && pageTitleKey(shippedPage.path);
  return titleKey ? t(titleKey) : pathname;
}

/** Pages whose list has an unrelated path. */
const listPathOf: Record<string, string> = { '/form': '/tool/build', '/gen/edit': '/tool/gen' };

interface BreadcrumbStep {
  title: string;
  /** Of a list, if the page is below it. */
  to?: string;
}

/** From the top directory to the page and what it shows. */
export function breadcrumbAt(t: Translate, pages: readonly PageRoute[], pathname: string, shownName?: string): BreadcrumbStep[] {
  const page = pageAt(pages, listPathOf[pathname] ?? pathname);
  const isBelow = page !== undefined && page.path.toLowerCase() !== pathname.toLowerCase();
  const parents = (page?.trail ?? [])
    .filter(({ path }) => isBelow || path !== page?.path)
    .map(({ path, title }) => ({ title: menuTitle(t, path, title), ...(path === page?.path && { to: path }) }));
  const list = parents.find(({ to }) => to !== undefined);
  const title = titleAt(t, pages, pathname);
  // a record page has the title of its list until the record is there
  const own = [...(title === list?.title ? [] : [{ title }]), ...(shownName && shownName !== title ? [{ title: shownName }] : [])];
  return [...parents, ...own];
}

type Item = NonNullable<MenuProps['items']>[number];

const badge = 'ms-2 rounded-[9px] bg-primary-strong px-1.5 py-0.5 text-xs/4.5 text-on-primary tabular-nums';

/** On the icon of an entry whose text is hidden, in the narrow menu. */
const dot = 'absolute -top-1 -right-1 hidden size-2 rounded-full bg-warning group-data-[nav=narrow]/shell:block';

/** The server's menu as antd menu items; external links open in a new window. */
export function menuItems(menu: readonly MenuNode[], t: Translate, countOf: CountOf): Item[] {
  const itemOf = (node: MenuNode): Item => {
    const title = menuTitle(t, node.path, node.title);
    const openCount = countOf(node);
    const icon = (
      <span className="relative">
        <Icon name={iconOf(node.icon)} />
        {openCount > 0 && <i className={dot} />}
      </span>
    );
    const description = openCount > 0 ? t('shell.menuCount', { count: countLabel(openCount) }) : undefined;
    const count = description && (
      <span className={badge} title={description} aria-hidden="true">
        {countLabel(openCount)}
      </span>
    );
    if (node.children.length > 0)
      return {
        key: node.path,
        icon,
        label: (
          <span aria-description={description}>
            {title}
            {count}
          </span>
        ),
        children: node.children.map(itemOf),
      };
    const label = node.external ? (
      <a href={node.to} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    ) : (
      <Link to={node.to} aria-description={description}>
        {title}
        {count}
      </Link>
    );
    return { key: node.path, icon, label, title };
  };
  return menu.map(itemOf);
}

/** Menu keys from the root to the page, or to the list of a record page. */
export function menuKeysFor(menu: readonly MenuNode[], path: string): string[] {
  const list = listPathOf[path];
  const chain = openKeysFor(menu, path);
  if (!chain.length && list) return openKeysFor(menu, list);
  if (chain.length || !path.includes('/', 1)) return chain;
  return menuKeysFor(menu, path.slice(0, path.lastIndexOf('/')));
}

/** Groups that are open at `path`: those around its menu entry, at home the first one as a start, elsewhere none. */
export const openGroupsFor = (menu: readonly MenuNode[], path: string): string[] =>
  path === '/index' || path === '/' ? menu.slice(0, 1).map((node) => node.path) : menuKeysFor(menu, path).slice(0, -1);
