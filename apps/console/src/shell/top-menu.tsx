import { Menu } from 'antd';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { menuItems, menuKeysFor } from './menu-titles.tsx';
import type { MenuNode } from './routes.ts';

/** Top menu, at most 800 pixels wide; entries that do not fit move into an overflow menu. */
export default function TopMenu({ menu, theme }: { menu: MenuNode[]; theme: 'dark' | 'light' }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const selected = useMemo(() => menuKeysFor(menu, pathname), [menu, pathname]);
  const items = useMemo(() => menuItems(menu, t), [menu, t]);
  return (
    <nav aria-label={t('shell.menu')} className="top-menu">
      <Menu
        mode="horizontal"
        theme={theme}
        items={items}
        selectedKeys={selected}
        overflowedIndicator={<Icon name="more" className="icon-flat" />}
      />
    </nav>
  );
}
