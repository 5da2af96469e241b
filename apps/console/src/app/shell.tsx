import { Layout } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { setSetting, useSettings } from '../kit/settings.ts';
import { useMedia, useNarrow } from '../kit/viewport.ts';
import { useWords } from '../kit/words.ts';
import { Header } from './header.tsx';
import { LivingPages } from './living-pages.tsx';
import { PasswordBanner } from './password-banner.tsx';
import type { readRoutes } from './routes.ts';
import { useSession } from './session-context.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';

type ConsoleRoutes = ReturnType<typeof readRoutes>;

/** The frame around every page: side menu, header, tabs, footer. */
export function Shell({ routes }: { routes: ConsoleRoutes }) {
  const t = useWords();
  const { sidebarCollapsed, navTheme, multiTab, hideFooter, fixedHeader } = useSettings();
  const phone = useNarrow();
  const belowLg = useMedia('(max-width: 991px)');
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { settings } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [open]);
  // below lg the menu is narrow until somebody widens it, and that is not remembered
  const [widened, setWidened] = useState(false);
  const collapsed = phone ? false : belowLg ? !widened : sidebarCollapsed;
  const toggle = () => (phone ? setOpen(!open) : belowLg ? setWidened(!widened) : setSetting('sidebarCollapsed', !sidebarCollapsed));

  return (
    <Layout hasSider className={`shell ${phone ? 'shell-phone' : ''}`}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      {phone && open && <button type="button" className="sider-mask" aria-label={t('shell.menuClose')} onClick={() => setOpen(false)} />}
      <Layout.Sider
        width={256}
        collapsedWidth={80}
        collapsed={collapsed}
        theme={navTheme}
        className={`sider sider-${navTheme} ${phone && !open ? 'sider-away' : ''}`}
        {...(phone && !open && { inert: true })}
      >
        <SideMenu menu={routes.menu} collapsed={collapsed} theme={navTheme} />
      </Layout.Sider>
      <div className="shell-right">
        <div className={fixedHeader ? 'shell-top shell-top-fixed' : 'shell-top'}>
          <Header routes={routes} collapsed={phone ? !open : collapsed} onToggle={toggle} />
          {multiTab && <TabBar routes={routes} />}
        </div>
        <main id="main" tabIndex={-1}>
          <PasswordBanner />
          <LivingPages routes={routes} />
        </main>
        {!hideFooter && (
          <footer className="footer">
            <span>{settings.company}</span>
            {settings.icp && <span>{settings.icp}</span>}
          </footer>
        )}
      </div>
    </Layout>
  );
}
