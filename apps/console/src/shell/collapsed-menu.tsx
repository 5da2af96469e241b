import { Menu } from 'antd';
import { useTranslations } from '../data/i18n.ts';
import { menuItems } from './menu-titles.tsx';
import { useOpenWorkCounts } from './open-work.ts';
import type { MenuNode } from './routes.ts';

interface CollapsedMenuProps {
  menu: MenuNode[];
  selected: string[];
  theme: 'dark' | 'light';
}

/** The server's menu, 80 pixels wide, with submenus as flyouts. */
export default function CollapsedMenu({ menu, selected, theme }: CollapsedMenuProps) {
  const t = useTranslations();
  const items = menuItems(menu, t, useOpenWorkCounts());
  return <Menu mode="inline" inlineCollapsed theme={theme} items={items} selectedKeys={selected} className="border-e-0!" />;
}
