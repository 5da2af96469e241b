import { companyLine } from '@suyuan/contract/company';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { useBreakpoint } from '../ui/breakpoint.ts';
import { LazyBoundary } from '../ui/lazy-component.tsx';
import { useTabTitles } from '../ui/page-header.tsx';
import { type MenuGroup, PopupButton } from '../ui/popup-button.tsx';
import { setSetting, useSettings } from '../ui/settings.ts';
import { PasswordBanner, StatusBanner } from './banners.tsx';
import { Header, MenuButton } from './header.tsx';
import { KeepAlivePages } from './keep-alive-pages.tsx';
import { breadcrumbAt, menuTitle, titleAt, useSiteConfig, useSiteTitle } from './menu-titles.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import type { ConsoleRoutes, MenuNode } from './routes.ts';
import { useSession } from './session.ts';
import { Logo, SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { tabTitleFont } from './tabs.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const separator = "not-first:before:mx-2 not-first:before:text-faint not-first:before:content-['/']";

/** On phones two lines, because English titles are longer than the space between the buttons. */
const currentStep = 'truncate text-ink max-md:line-clamp-2 max-md:leading-4.5 max-md:whitespace-normal max-md:before:hidden';

/** On a phone only the last step. Also sets the document title. */
function Breadcrumb({ routes: { pages }, className = '' }: { routes: ConsoleRoutes; className?: string }) {
  const t = useTranslations();
  const site = useSiteTitle();
  const { pathname } = useLocation();
  const tabTitle = useTabTitles((titles) => titles[pathname]);
  const steps = breadcrumbAt(t, pages, pathname, tabTitle);
  const title = titleAt(t, pages, pathname);
  const name = tabTitle && tabTitle !== title ? `${title} · ${tabTitle}` : title;
  useEffect(() => {
    document.title = `${name} - ${site}`;
  }, [name, site]);
  return (
    <nav aria-label={t('shell.breadcrumb')} className={`min-w-0 ${className}`}>
      <span className="sr-only" aria-live="polite">
        {steps.at(-1)?.title}
      </span>
      <ol className="m-0 flex list-none overflow-hidden p-0 whitespace-nowrap text-muted">
        {steps.map(({ title, to }, index) =>
          index === steps.length - 1 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may have equal names, so the index identifies them
            <li key={index} aria-current="page" className={`${separator} ${currentStep}`}>
              <span className={tabTitleFont(pathname, tabTitle)}>{title}</span>
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={index} className={`${separator} max-md:hidden`}>
              {to ? (
                <Link to={to} className="text-inherit hover:text-(--link)">
                  {title}
                </Link>
              ) : (
                title
              )}
            </li>
          ),
        )}
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
    <nav aria-label={t('shell.menu')}>
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

/** `--sider` is the width that the side menu takes, also for bars that are fixed to the window. */
const layouts = { wide: '[--sider:256px]', narrow: '[--sider:80px]', top: 'flex-col [--sider:0px]', drawer: '[--sider:0px]' };
const siderColours = { dark: 'bg-menu', light: 'border-e border-line bg-surface' };
const sider = 'z-20 w-(--sider) transition-[width]';
const drawer = 'fixed z-1001 h-screen w-64 transition-transform duration-200';

/** Space left and right of content of a fixed width, in the header, the tabs and the footer. Pages have their gutter in addition. */
const fixedGap = '[--fixed-gap:max(12px,calc((100%-1200px)/2))]';
const fixedMain = 'px-[max(0px,calc((100%-1200px)/2-var(--gutter)))]';
const skipLink = 'fixed top-2 left-2 z-1100 rounded bg-surface px-4 py-2 text-(--link)';
const footer = 'flex flex-wrap justify-center gap-x-4 gap-y-1 px-(--gutter) pt-4 pb-6 text-xs/5 text-muted';

export function Shell({ routes }: { routes: ConsoleRoutes }) {
  const t = useTranslations();
  const { navTheme, multiTab, hideFooter, fixedHeader, fixedSidebar, contentWidth } = useSettings();
  const { isPhone, isTopMenu, collapsed, open, toggle, close } = useSidebarState();
  const { settings } = useSession();
  const title = useSiteTitle();
  const { brand } = useSiteConfig();
  const nav = isPhone ? 'drawer' : isTopMenu ? 'top' : collapsed ? 'narrow' : 'wide';
  const isFixedWidth = isTopMenu && contentWidth === 'Fixed';
  return (
    <div
      data-nav={nav}
      data-fixed-width={isFixedWidth || undefined}
      className={`group/shell flex min-h-screen bg-page ${layouts[nav]} ${fixedGap}`}
    >
      <a href="#main" className={`${skipLink} not-focus:-translate-y-16`}>
        {t('shell.skip')}
      </a>
      {isPhone && open && (
        <button type="button" className="fixed inset-0 z-1000 border-0 bg-overlay" aria-label={t('shell.menuClose')} onClick={close} />
      )}
      {!isTopMenu && (
        <aside
          data-testid="side-menu"
          className={`top-0 flex flex-none flex-col ${siderColours[navTheme]} ${
            isPhone ? `${drawer} ${open ? '' : '-translate-x-full'}` : `${sider} ${fixedSidebar ? 'sticky h-screen' : 'static h-auto'}`
          }`}
          {...(isPhone && !open && { inert: true })}
        >
          <SideMenu menu={routes.menu} collapsed={collapsed} theme={navTheme} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <div data-testid="top-bar" className={`z-10 bg-surface ${fixedHeader ? 'sticky top-0' : ''}`}>
          <Header isDark={isTopMenu && navTheme === 'dark'}>
            {isTopMenu ? (
              <>
                <Logo theme={navTheme} className={isFixedWidth ? 'pr-4' : 'pr-4 pl-3'} />
                <div className="max-w-[800px] min-w-0 flex-auto">
                  <LazyBoundary renderError={() => <PlainTopMenu menu={routes.menu} />}>
                    <TopMenu menu={routes.menu} theme={navTheme} />
                  </LazyBoundary>
                </div>
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
        <main
          id="main"
          tabIndex={-1}
          className={`min-w-0 flex-1 outline-none ${isTopMenu ? '[--page-top:12px]' : ''} ${isFixedWidth ? fixedMain : ''}`}
        >
          {isTopMenu && <Breadcrumb routes={routes} className="px-(--gutter) pt-4" />}
          <PaletteHost routes={routes} />
          <StatusBanner />
          <PasswordBanner />
          <KeepAlivePages routes={routes} />
        </main>
        {!hideFooter && (
          <footer className={`${footer} group-data-fixed-width/shell:px-(--fixed-gap)`}>
            <span>{brand ?? companyLine(settings.company, title)}</span>
            {settings.icp && <span>{settings.icp}</span>}
          </footer>
        )}
      </div>
    </div>
  );
}
