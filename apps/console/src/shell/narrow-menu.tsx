import { Menu } from 'antd';
import { useMemo } from 'react';
import { useWords } from '../data/words.ts';
import { menuItems } from './menu-items.tsx';
import type { MenuNode } from './routes.ts';

interface NarrowMenuProps {
  menu: MenuNode[];
  selected: string[];
  theme: 'dark' | 'light';
}

/** The server's menu, 80 pixels wide, with submenus as flyouts. */
export default function NarrowMenu({ menu, selected, theme }: NarrowMenuProps) {
  const t = useWords();
  const items = useMemo(() => menuItems(menu, t), [menu, t]);
  return <Menu mode="inline" inlineCollapsed theme={theme} items={items} selectedKeys={selected} />;
}
