import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from '../data/words.ts';
import { LazyBoundary } from '../ui/part-boundary.tsx';
import { Logo } from './logo.tsx';
import { menuKeysFor } from './menu-items.tsx';
import { MenuTree } from './menu-tree.tsx';
import type { MenuNode } from './routes.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const NarrowMenu = withAntdProvider(() => import('./narrow-menu.tsx'));

export function SideMenu({ menu, collapsed, theme }: { menu: MenuNode[]; collapsed: boolean; theme: 'dark' | 'light' }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const activeKeys = useMemo(() => menuKeysFor(menu, pathname), [menu, pathname]);
  const [expandedKeys, setExpandedKeys] = useState<string[]>();
  useEffect(() => setExpandedKeys((keys) => keys && [...new Set([...keys, ...activeKeys.slice(0, -1)])]), [activeKeys]);
  const visibleKeys = expandedKeys ?? (activeKeys.length > 1 ? activeKeys.slice(0, -1) : menu.slice(0, 1).map(({ path }) => path));
  const toggle = (path: string) =>
    setExpandedKeys(visibleKeys.includes(path) ? visibleKeys.filter((key) => key !== path) : [...visibleKeys, path]);
  const tree = <MenuTree menu={menu} open={visibleKeys} activeKeys={activeKeys} onToggle={toggle} />;
  return (
    <>
      <Logo iconOnly={collapsed} />
      <nav aria-label={t('shell.menu')} className="sider-menu">
        {collapsed ? (
          <LazyBoundary renderError={() => tree}>
            <NarrowMenu menu={menu} selected={activeKeys.slice(-1)} theme={theme} />
          </LazyBoundary>
        ) : (
          tree
        )}
      </nav>
    </>
  );
}
