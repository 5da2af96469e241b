import type { CSSProperties, KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { iconOf } from '../ui/menu-icons.ts';
import type { MenuNode } from './routes.ts';
import { menuTitle } from './titles.ts';
import './menu-tree.css';

interface MenuTreeProps {
  menu: readonly MenuNode[];
  open: readonly string[];
  activeKeys: readonly string[];
  onToggle: (path: string) => void;
  depth?: number;
}

/**
 * The server's menu as a tree of links, without antd, because home's first content waits for it. Not animated, so that a quick click hits
 * its entry. Arrow keys, Home and End move the focus; right and left expand and collapse a branch.
 */
export function MenuTree({ menu, open, activeKeys, onToggle, depth = 0 }: MenuTreeProps) {
  const t = useTranslations();
  return (
    <div
      role="menu"
      tabIndex={-1}
      className={depth > 0 ? 'menu-tree menu-below' : 'menu-tree'}
      style={indent(depth)}
      {...(depth === 0 && { onKeyDown })}
    >
      {menu.map((node) => {
        const { path, to, external, icon, children } = node;
        const title = menuTitle(t, path, node.title);
        const childProps = { menu: children, open, activeKeys, onToggle, depth: depth + 1 };
        const menuIcon = <Icon name={iconOf(icon)} />;
        if (children.length > 0) {
          const isOpen = open.includes(path);
          return (
            <div key={path} role="none">
              <button
                type="button"
                role="menuitem"
                aria-haspopup="menu"
                aria-expanded={isOpen}
                title={title}
                className={`menu-entry ${activeKeys.includes(path) ? 'menu-trail' : ''}`}
                onClick={() => onToggle(path)}
              >
                {menuIcon}
                <span>{title}</span>
              </button>
              {isOpen && <MenuTree {...childProps} />}
            </div>
          );
        }
        const isCurrent = activeKeys.at(-1) === path;
        return (
          <div key={path} role="menuitem" tabIndex={-1} title={title} className={`menu-entry ${isCurrent ? 'menu-here' : ''}`}>
            {menuIcon}
            {external ? (
              <a href={to} target="_blank" rel="noopener noreferrer">
                {title}
              </a>
            ) : (
              <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
                {title}
              </Link>
            )}
          </div>
        );
      })}
    </div>
  );
}

const indent = (depth: number): CSSProperties & Record<'--depth', number> => ({ '--depth': depth });

function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const focusedIndex = entries.indexOf(document.activeElement as HTMLElement);
  const focused = entries[focusedIndex];
  const expandedBefore = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key];
  if (expandedBefore && focused?.ariaExpanded === expandedBefore) return focused.click();
  const next = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || focusedIndex < 0) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}
