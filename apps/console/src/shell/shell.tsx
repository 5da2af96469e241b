import { companyLine } from '@suyuan/contract/company';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { useBreakpoint } from '../ui/breakpoint.ts';
import { LazyBoundary } from '../ui/lazy-component.tsx';
import { useTabTitles } from '../ui/page-header.tsx';
import { type MenuGroup, PopupButton } from '../ui/popup-button.tsx';
import { setSetting, useSettings } from '../ui/settings.ts';
import { PasswordBanner, StatusBanner } from './banners.tsx';
import { Header, MenuButton } from './header.tsx';
import { KeepAlivePages } from './keep-alive-pages.tsx';
import { menuTitle, pageAt, titleAt, useSiteConfig, useSiteTitle } from './menu-titles.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import type { ConsoleRoutes, MenuNode } from './routes.ts';
import { useSession } from './session.ts';
import { Logo, SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { withAntdProvider } from './with-antd-provider.tsx';

/** Matched routes with a title, then the record. Also sets the document title. */
function Breadcrumb({ routes: { pages } }: { routes: ConsoleRoutes }) {
  const t = useTranslations();
  const site = useSiteTitle();
  const { pathname } = useLocation();
  const tabTitle = useTabTitles((titles) => titles[pathname]);
  const page = pageAt(pages, pathname);
  const parentTitles = (page?.trail.slice(0, -1) ?? []).map((step) => menuTitle(t, step.path, step.title));
  const title = titleAt(t, pages, pathname);
  const currentTitles = tabTitle && tabTitle !== title ? [title, tabTitle] : [title];
  const name = currentTitles.join(' · ');
  useEffect(() => {
    document.title = `${name} - ${site}`;
  }, [name, site]);
  return (
    <nav aria-label={t('shell.breadcrumb')} className="breadcrumb">
      <span className="unseen" aria-live="polite">
        {currentTitles.at(-1)}
      </span>
      <ol>
        {[...parentTitles, ...currentTitles].map((name, index, all) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps may have equal names, so the index identifies them
          <li key={index} aria-current={index === all.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Fallback for the top menu if its script fails to load: all pages below one button. */
function PlainTopMenu({ menu }: { menu: MenuNode[] }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const entryOf = ({ path, to, external, title }: MenuNode) => ({
    key: path,
    label: menuTitle(t, path, title),
    onClick: () => void (external ? window.open(to, '_blank', 'noopener,noreferrer') : navigate(to)),
  });
  const groups = (): MenuGroup[] =>
    menu.map((node) => ({
      ...(node.children.length > 0 && { title: menuTitle(t, node.path, node.title) }),
      entries: leavesOf(node).map(entryOf),
    }));
  return (
    <nav aria-label={t('shell.menu')} className="top-menu">
      <PopupButton label={t('shell.menu')} menu={groups}>
        {t('shell.menu')}
      </PopupButton>
    </nav>
  );
}

const leavesOf = (node: MenuNode): MenuNode[] => (node.children.length > 0 ? node.children.flatMap(leavesOf) : [node]);

function useSidebarState() {
  const { sidebarCollapsed, layout, mobile } = useSettings();
  const size = useBreakpoint();
  const isPhone = size === 'xs' || size === 'sm';
  const belowLg = isPhone || size === 'md';
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // below lg the menu starts narrow; widening it is not stored
  const [isWidened, setIsWidened] = useState(false);
  useEffect(() => {
    if (mobile !== isPhone) setSetting('mobile', isPhone);
  }, [mobile, isPhone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the window size collapses the sidebar again
  useEffect(() => setIsWidened(false), [size]);
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [open]);
  const collapsed = isPhone ? false : belowLg ? !isWidened : sidebarCollapsed;
  const toggle = () => {
    if (isPhone) setOpen(!open);
    else if (belowLg) setIsWidened(!isWidened);
    else setSetting('sidebarCollapsed', !sidebarCollapsed);
  };
  return { isPhone, isTopMenu: layout === 'topmenu' && !isPhone, collapsed, open, toggle, close: () => setOpen(false) };
}

const TopMenu = withAntdProvider(() => import('./top-menu.tsx'));

export function Shell({ routes }: { routes: ConsoleRoutes }) {
  const t = useTranslations();
  const { navTheme, multiTab, hideFooter, fixedHeader, fixedSidebar, contentWidth } = useSettings();
  const { isPhone, isTopMenu, collapsed, open, toggle, close } = useSidebarState();
  const { settings } = useSession();
  const title = useSiteTitle();
  const { brand } = useSiteConfig();
  const classNames = [
    'shell',
    isPhone ? 'shell-phone' : isTopMenu ? 'shell-topped' : collapsed ? 'shell-narrow' : 'shell-wide',
    isTopMenu && contentWidth === 'Fixed' && 'shell-fixed-width',
  ];
  return (
    <div className={classNames.filter(Boolean).join(' ')}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      {isPhone && open && <button type="button" className="sider-mask" aria-label={t('shell.menuClose')} onClick={close} />}
      {!isTopMenu && (
        <aside
          className={`sider sider-${navTheme} ${isPhone && !open ? 'sider-away' : ''} ${fixedSidebar || isPhone ? '' : 'sider-loose'}`}
          {...(isPhone && !open && { inert: true })}
        >
          <SideMenu menu={routes.menu} collapsed={collapsed} theme={navTheme} />
        </aside>
      )}
      <div className="shell-right">
        <div className={`shell-top ${fixedHeader ? 'shell-top-fixed' : ''} ${isTopMenu ? `header-${navTheme}` : ''}`}>
          <Header>
            {isTopMenu ? (
              <>
                <Logo />
                <LazyBoundary loading={<span className="top-menu" />} renderError={() => <PlainTopMenu menu={routes.menu} />}>
                  <TopMenu menu={routes.menu} theme={navTheme} />
                </LazyBoundary>
              </>
            ) : (
              <>
                <MenuButton menuClosed={isPhone ? !open : collapsed} onToggle={toggle} />
                <Breadcrumb routes={routes} />
              </>
            )}
          </Header>
          {multiTab && <TabBar routes={routes} />}
        </div>
        <main id="main" tabIndex={-1}>
          {isTopMenu && <Breadcrumb routes={routes} />}
          <PaletteHost routes={routes} />
          <StatusBanner />
          <PasswordBanner />
          <KeepAlivePages routes={routes} />
        </main>
        {!hideFooter && (
          <footer className="footer">
            <span>{brand ?? companyLine(settings.company, title)}</span>
            {settings.icp && <span>{settings.icp}</span>}
          </footer>
        )}
      </div>
    </div>
  );
}
