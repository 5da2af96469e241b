import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { LazyBoundary } from '../ui/lazy-component.tsx';
import { iconOf } from '../ui/menu-icons.ts';
import { menuKeysFor, menuTitle, useSiteTitle } from './menu-titles.tsx';
import type { MenuNode } from './routes.ts';
import { withAntdProvider } from './with-antd-provider.tsx';
import './menu-tree.css';

const LogoMark = () => (
  <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--primary)" />
    <path d="M7 22c4 0 4-5 8-5s4-6 9-6" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    <circle cx="7" cy="22" r="2.4" fill="#fff" />
    <path d="m20.5 20.5 2.4 2.4 4.6-5" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

export function Logo({ iconOnly = false }: { iconOnly?: boolean }) {
  const title = useSiteTitle();
  return (
    <Link to="/" className="logo" aria-label={title}>
      <LogoMark />
      {!iconOnly && <span>{title}</span>}
    </Link>
  );
}

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
function MenuTree({ menu, open, activeKeys, onToggle, depth = 0 }: MenuTreeProps) {
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

const NarrowMenu = withAntdProvider(() => import('./collapsed-menu.tsx'));

export function SideMenu({ menu, collapsed, theme }: { menu: MenuNode[]; collapsed: boolean; theme: 'dark' | 'light' }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const activeKeys = useMemo(() => menuKeysFor(menu, pathname), [menu, pathname]);
  const [expandedKeys, setExpandedKeys] = useState<string[]>();
  useEffect(() => setExpandedKeys((keys) => keys && [...new Set([...keys, ...activeKeys.slice(0, -1)])]), [activeKeys]);
  const visibleKeys = expandedKeys ?? (activeKeys.length > 1 ? activeKeys.slice(0, -1) : menu.slice(0, 1).map(({ path }) => path));
  const toggle = (path: string) =>
    setExpandedKeys(visibleKeys.includes(path) ? visibleKeys.filter((key) => key !== path) : [...visibleKeys, path]);
  const tree = <MenuTree menu={menu} open={visibleKeys} activeKeys={activeKeys} onToggle={toggle} />;
  return (
    <>
      <Logo iconOnly={collapsed} />
      <nav aria-label={t('shell.menu')} className="sider-menu">
        {collapsed ? (
          <LazyBoundary renderError={() => tree}>
            <NarrowMenu menu={menu} selected={activeKeys.slice(-1)} theme={theme} />
          </LazyBoundary>
        ) : (
          tree
        )}
      </nav>
    </>
  );
}
