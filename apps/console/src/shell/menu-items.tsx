import type { Translate } from '@suyuan/contract';
import type { MenuProps } from 'antd';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { iconOf } from '../ui/menu-icons.ts';
import { type MenuNode, openKeysFor } from './routes.ts';
import { menuTitle } from './titles.ts';

type Item = NonNullable<MenuProps['items']>[number];

/** The server's menu as antd menu items; external links open in a new window. */
export function menuItems(menu: readonly MenuNode[], t: Translate): Item[] {
  const itemOf = (node: MenuNode): Item => {
    const title = menuTitle(t, node.path, node.title);
    const icon = <Icon name={iconOf(node.icon)} />;
    if (node.children.length > 0) return { key: node.path, icon, label: title, children: node.children.map(itemOf) };
    const label = node.external ? (
      <a href={node.to} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    ) : (
      <Link to={node.to}>{title}</Link>
    );
    return { key: node.path, icon, label, title };
  };
  return menu.map(itemOf);
}

/** Pages whose list has an unrelated path. */
const listPathOf: Record<string, string> = { '/form': '/tool/build', '/gen/edit': '/tool/gen' };

/** Menu keys from the root to the page, or to the list of a record page. */
export function menuKeysFor(menu: readonly MenuNode[], path: string): string[] {
  const list = listPathOf[path];
  const chain = openKeysFor(menu, path);
  if (!chain.length && list) return openKeysFor(menu, list);
  if (chain.length || !path.includes('/', 1)) return chain;
  return menuKeysFor(menu, path.slice(0, path.lastIndexOf('/')));
}
