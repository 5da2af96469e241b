import { Menu } from 'antd';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { menuItems, menuKeysFor } from './menu-titles.tsx';
import { useOpenWorkCounts } from './open-work.ts';
import type { MenuNode } from './routes.ts';

/** Top menu, at most 800 pixels wide; entries that do not fit move into an overflow menu. */
export default function TopMenu({ menu, theme }: { menu: MenuNode[]; theme: 'dark' | 'light' }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const selected = useMemo(() => menuKeysFor(menu, pathname), [menu, pathname]);
  const items = menuItems(menu, t, useOpenWorkCounts());
  return (
    <nav aria-label={t('shell.menu')} className="[&_svg]:text-base!">
      <Menu
        mode="horizontal"
        className="border-b-0! leading-[54px]!"
        theme={theme}
        items={items}
        selectedKeys={selected}
        overflowedIndicator={<Icon name="more" />}
      />
    </nav>
  );
}
