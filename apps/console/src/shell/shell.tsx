import { companyLine } from '@suyuan/contract/company';
import { useTranslations } from '../data/words.ts';
import { LazyBoundary } from '../ui/part-boundary.tsx';
import { useSettings } from '../ui/settings.ts';
import { useSiteConfig, useSiteTitle } from '../ui/use-site.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { Header, MenuButton } from './header.tsx';
import { KeepAlivePages } from './living-pages.tsx';
import { Logo } from './logo.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { PasswordBanner } from './password-banner.tsx';
import { PlainTopMenu } from './plain-top-menu.tsx';
import type { ConsoleRoutes } from './routes.ts';
import { useSession } from './session-context.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { StatusBanner } from './upkeep-banner.tsx';
import { useSidebarState } from './use-menu-place.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

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
