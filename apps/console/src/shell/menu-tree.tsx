import type { CSSProperties, KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useWords } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { iconOf } from '../ui/menu-icons.ts';
import type { MenuNode } from './routes.ts';
import { menuTitle } from './titles.ts';
import './menu-tree.css';

interface MenuTreeProps {
  menu: readonly MenuNode[];
  open: readonly string[];
  trail: readonly string[];
  onToggle: (path: string) => void;
  depth?: number;
}

/**
 * The server's menu as a tree of links, without antd, because home's first content waits for it. Not animated, so that a quick click hits
 * its entry. Arrow keys, Home and End move the focus; right and left expand and collapse a branch.
 */
export function MenuTree({ menu, open, trail, onToggle, depth = 0 }: MenuTreeProps) {
  const t = useWords();
  return (
    <div
      role="menu"
      tabIndex={-1}
      className={depth > 0 ? 'menu-tree menu-below' : 'menu-tree'}
      style={indent(depth)}
      {...(depth === 0 && { onKeyDown: lead })}
    >
      {menu.map((node) => {
        const { path, to, external, icon, children } = node;
        const title = menuTitle(t, path, node.title);
        const below = { menu: children, open, trail, onToggle, depth: depth + 1 };
        const picture = <Icon name={iconOf(icon)} />;
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
                className={`menu-entry ${trail.includes(path) ? 'menu-trail' : ''}`}
                onClick={() => onToggle(path)}
              >
                {picture}
                <span>{title}</span>
              </button>
              {isOpen && <MenuTree {...below} />}
            </div>
          );
        }
        const here = trail.at(-1) === path;
        return (
          <div key={path} role="menuitem" tabIndex={-1} title={title} className={`menu-entry ${here ? 'menu-here' : ''}`}>
            {picture}
            {external ? (
              <a href={to} target="_blank" rel="noopener noreferrer">
                {title}
              </a>
            ) : (
              <Link to={to} aria-current={here ? 'page' : undefined}>
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

function lead(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const now = entries.indexOf(document.activeElement as HTMLElement);
  const here = entries[now];
  const wanted = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key];
  if (wanted && here?.ariaExpanded === wanted) return here.click();
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || now < 0) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}
