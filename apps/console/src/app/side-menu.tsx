import { Menu, type MenuProps } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../kit/icon.tsx';
import { useWords } from '../kit/words.ts';
import { iconOf } from './icons.ts';
import { Mark } from './mark.tsx';
import { type MenuNode, openKeysFor } from './routes.ts';
import { menuTitle } from './titles.ts';

type Item = NonNullable<MenuProps['items']>[number];

/** The server's menu, home first, open at the page in front. */
export function SideMenu({ menu, collapsed, theme }: { menu: MenuNode[]; collapsed: boolean; theme: 'dark' | 'light' }) {
  const t = useWords();
  const { pathname } = useLocation();
  const trail = useMemo(() => nearest(menu, pathname), [menu, pathname]);
  const [opened, setOpened] = useState<string[]>();
  const items = useMemo(() => {
    const itemOf = (node: MenuNode): Item => {
      const title = menuTitle(t, node.path, node.title);
      const label = node.external ? (
        <a href={node.to} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      ) : (
        <Link to={node.to}>{title}</Link>
      );
      return node.children.length > 0
        ? { key: node.path, icon: <Icon name={iconOf(node.icon)} />, label: title, children: node.children.map(itemOf) }
        : { key: node.path, icon: <Icon name={iconOf(node.icon)} />, label, title };
    };
    return [
      { key: '/index', icon: <Icon name="home" />, label: <Link to="/index">{t('shell.home')}</Link>, title: t('shell.home') },
      ...menu.map(itemOf),
    ];
  }, [menu, t]);
  const selected = pathname === '/index' ? '/index' : (trail.at(-1) ?? '');
  return (
    <>
      <Link to="/index" className="logo" aria-label={t('shell.title')}>
        <Mark />
        {!collapsed && <span>{t('shell.title')}</span>}
      </Link>
      <nav aria-label={t('shell.menu')} className="sider-menu">
        <Menu
          mode="inline"
          theme={theme}
          items={items}
          selectedKeys={[selected]}
          {...(!collapsed && { openKeys: opened ?? (trail.length > 1 ? trail.slice(0, -1) : menu.slice(0, 1).map(({ path }) => path)) })}
          onOpenChange={setOpened}
        />
      </nav>
    </>
  );
}

/** The chain to the page, or to the page that a record's own page hangs below. */
function nearest(menu: MenuNode[], path: string): string[] {
  const chain = openKeysFor(menu, path);
  if (chain.length || !path.includes('/', 1)) return chain;
  return nearest(menu, path.slice(0, path.lastIndexOf('/')));
}
