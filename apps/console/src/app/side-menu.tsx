import { Menu } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useWords } from '../kit/words.ts';
import { Logo } from './logo.tsx';
import { menuItems, nearest } from './menu-items.tsx';
import type { MenuNode } from './routes.ts';

/** Nothing grows: an entry stands still from the moment it is seen, so that a quick press meets it. */
const atOnce = { motionName: '' };

/** The server's menu at the left, open at the page in front. */
export function SideMenu({ menu, collapsed, theme }: { menu: MenuNode[]; collapsed: boolean; theme: 'dark' | 'light' }) {
  const t = useWords();
  const { pathname } = useLocation();
  const trail = useMemo(() => nearest(menu, pathname), [menu, pathname]);
  const [opened, setOpened] = useState<string[]>();
  const items = useMemo(() => menuItems(menu, t), [menu, t]);
  useEffect(() => setOpened((keys) => keys && [...new Set([...keys, ...trail.slice(0, -1)])]), [trail]);
  return (
    <>
      <Logo bare={collapsed} />
      <nav aria-label={t('shell.menu')} className="sider-menu">
        <Menu
          mode="inline"
          theme={theme}
          motion={atOnce}
          items={items}
          selectedKeys={trail.slice(-1)}
          {...(!collapsed && { openKeys: opened ?? (trail.length > 1 ? trail.slice(0, -1) : menu.slice(0, 1).map(({ path }) => path)) })}
          onOpenChange={(keys) => !collapsed && setOpened(keys)}
        />
      </nav>
    </>
  );
}
