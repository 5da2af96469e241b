import { companyLine } from '@suyuan/contract/company';
import { useWords } from '../data/words.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { useSettings } from '../ui/settings.ts';
import { useSite, useSiteTitle } from '../ui/use-site.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { Header, MenuButton } from './header.tsx';
import { LivingPages } from './living-pages.tsx';
import { Logo } from './logo.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { PasswordBanner } from './password-banner.tsx';
import { PlainTopMenu } from './plain-top-menu.tsx';
import type { ConsoleRoutes } from './routes.ts';
import { useSession } from './session-context.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { UpkeepBanner } from './upkeep-banner.tsx';
import { useMenuPlace } from './use-menu-place.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const TopMenu = withAntdProvider(() => import('./top-menu.tsx'));

export function Shell({ routes }: { routes: ConsoleRoutes }) {
  const t = useWords();
  const { navTheme, multiTab, hideFooter, fixedHeader, fixedSidebar, contentWidth } = useSettings();
  const { phone, top, collapsed, open, toggle, close } = useMenuPlace();
  const { settings } = useSession();
  const title = useSiteTitle();
  const { brand } = useSite();
  const shape = [
    'shell',
    phone ? 'shell-phone' : top ? 'shell-topped' : collapsed ? 'shell-narrow' : 'shell-wide',
    top && contentWidth === 'Fixed' && 'shell-fixed-width',
  ];
  return (
    <div className={shape.filter(Boolean).join(' ')}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      {phone && open && <button type="button" className="sider-mask" aria-label={t('shell.menuClose')} onClick={close} />}
      {!top && (
        <aside
          className={`sider sider-${navTheme} ${phone && !open ? 'sider-away' : ''} ${fixedSidebar || phone ? '' : 'sider-loose'}`}
          {...(phone && !open && { inert: true })}
        >
          <SideMenu menu={routes.menu} collapsed={collapsed} theme={navTheme} />
        </aside>
      )}
      <div className="shell-right">
        <div className={`shell-top ${fixedHeader ? 'shell-top-fixed' : ''} ${top ? `header-${navTheme}` : ''}`}>
          <Header>
            {top ? (
              <>
                <Logo />
                <PartBoundary waiting={<span className="top-menu" />} instead={() => <PlainTopMenu menu={routes.menu} />}>
                  <TopMenu menu={routes.menu} theme={navTheme} />
                </PartBoundary>
              </>
            ) : (
              <>
                <MenuButton closed={phone ? !open : collapsed} onToggle={toggle} />
                <Breadcrumb routes={routes} />
              </>
            )}
          </Header>
          {multiTab && <TabBar routes={routes} />}
        </div>
        <main id="main" tabIndex={-1}>
          {top && <Breadcrumb routes={routes} />}
          <PaletteHost routes={routes} />
          <UpkeepBanner />
          <PasswordBanner />
          <LivingPages routes={routes} />
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
