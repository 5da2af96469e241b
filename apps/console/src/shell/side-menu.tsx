import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useWords } from '../data/words.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { Logo } from './logo.tsx';
import { nearest } from './menu-items.tsx';
import { MenuTree } from './menu-tree.tsx';
import type { MenuNode } from './routes.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const NarrowMenu = withAntdProvider(() => import('./narrow-menu.tsx'));

export function SideMenu({ menu, collapsed, theme }: { menu: MenuNode[]; collapsed: boolean; theme: 'dark' | 'light' }) {
  const t = useWords();
  const { pathname } = useLocation();
  const trail = useMemo(() => nearest(menu, pathname), [menu, pathname]);
  const [opened, setOpened] = useState<string[]>();
  useEffect(() => setOpened((keys) => keys && [...new Set([...keys, ...trail.slice(0, -1)])]), [trail]);
  const open = opened ?? (trail.length > 1 ? trail.slice(0, -1) : menu.slice(0, 1).map(({ path }) => path));
  const toggle = (path: string) => setOpened(open.includes(path) ? open.filter((key) => key !== path) : [...open, path]);
  const tree = <MenuTree menu={menu} open={open} trail={trail} onToggle={toggle} />;
  return (
    <>
      <Logo bare={collapsed} />
      <nav aria-label={t('shell.menu')} className="sider-menu">
        {collapsed ? (
          <PartBoundary instead={() => tree}>
            <NarrowMenu menu={menu} selected={trail.slice(-1)} theme={theme} />
          </PartBoundary>
        ) : (
          tree
        )}
      </nav>
    </>
  );
}
