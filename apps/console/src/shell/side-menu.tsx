import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { LazyBoundary } from '../ui/lazy-component.tsx';
import { iconOf } from '../ui/menu-icons.ts';
import { menuKeysFor, menuTitle, openGroupsFor, useSiteTitle } from './menu-titles.tsx';
import { type CountOf, countLabel, useOpenWorkCounts } from './open-work.ts';
import type { MenuNode } from './routes.ts';
import { withAntdProvider } from './with-antd-provider.tsx';

const LogoMark = () => (
  <svg className="flex-none" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--primary)" />
    <path d="M7 22c4 0 4-5 8-5s4-6 9-6" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    <circle cx="7" cy="22" r="2.4" fill="#fff" />
    <path d="m20.5 20.5 2.4 2.4 4.6-5" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

type Theme = 'dark' | 'light';

const logo = 'flex h-14 flex-none items-center gap-3 overflow-hidden text-base font-semibold whitespace-nowrap';

/** `className` sets the horizontal padding. */
export function Logo({ theme, className, iconOnly = false }: { theme: Theme; className: string; iconOnly?: boolean }) {
  const title = useSiteTitle();
  return (
    <Link to="/" className={`${logo} ${theme === 'dark' ? 'text-white' : 'text-ink'} ${className}`} aria-label={title}>
      <LogoMark />
      {!iconOnly && <span>{title}</span>}
    </Link>
  );
}

const entryLayout =
  'relative m-1 flex h-10 w-[calc(100%-8px)] cursor-pointer items-center gap-2.5 rounded-lg border-0 py-0 text-start [font:inherit] ' +
  'whitespace-nowrap -outline-offset-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus';
/** If the script of the narrow menu does not load, the tree shrinks to icons. */
const entryIndent = 'pr-4 pl-[calc(24px*(var(--depth)+1))] group-data-[nav=narrow]/shell:pr-0 group-data-[nav=narrow]/shell:pl-[29px]';
const entryText = 'min-w-0 flex-1 truncate group-data-[nav=narrow]/shell:text-[0px]';
/** The whole entry is its link. */
const entryLink = 'text-inherit outline-none before:absolute before:inset-0';

/** `trail`: a branch that contains the current page, `here`: the page itself. */
const themes = {
  dark: {
    entry: 'bg-transparent text-white/65 hover:text-white',
    trail: 'bg-transparent text-white',
    here: 'bg-(--menu-here) text-white',
    submenu: 'bg-(--menu-below)',
    count: 'bg-white/16 text-white',
  },
  light: {
    entry: 'bg-transparent text-ink hover:bg-hover',
    trail: 'bg-transparent text-primary-ink hover:bg-hover hover:text-ink',
    here: 'bg-primary-ground text-primary-ink',
    submenu: 'bg-fill-faint',
    count: 'bg-fill text-ink',
  },
};

const Chevron = ({ up }: { up: boolean }) => (
  <i
    aria-hidden="true"
    className={`me-1 box-content size-[5px] flex-none border-r-[1.6px] border-b-[1.6px] group-data-[nav=narrow]/shell:hidden ${
      up ? 'translate-y-[2px] rotate-[225deg]' : '-translate-y-[2px] rotate-45'
    }`}
  />
);

const count = 'flex-none rounded-[9px] px-1.5 text-xs/4.5 tabular-nums group-data-[nav=narrow]/shell:hidden';

/** Hidden from screen readers, because the entry has it as its description. */
const EntryCount = ({ value, theme }: { value: number; theme: Theme }) =>
  value > 0 && (
    <span aria-hidden="true" className={`${count} ${themes[theme].count}`}>
      {countLabel(value)}
    </span>
  );

interface MenuTreeProps {
  menu: readonly MenuNode[];
  open: readonly string[];
  activeKeys: readonly string[];
  onToggle: (path: string) => void;
  countOf: CountOf;
  theme: Theme;
  depth?: number;
}

/**
 * The server's menu as a tree of links, without antd, because home's first content waits for it. Not animated, so that a quick click hits
 * its entry. Arrow keys, Home and End move the focus; right and left expand and collapse a branch.
 */
function MenuTree({ menu, open, activeKeys, onToggle, countOf, theme, depth = 0 }: MenuTreeProps) {
  const t = useTranslations();
  const looks = themes[theme];
  return (
    <div
      role="menu"
      tabIndex={-1}
      className={`flow-root outline-none ${depth > 0 ? looks.submenu : ''}`}
      style={indent(depth)}
      {...(depth === 0 && { onKeyDown })}
    >
      {menu.map((node) => {
        const { path, to, external, icon, children } = node;
        const title = menuTitle(t, path, node.title);
        const childProps = { menu: children, open, activeKeys, onToggle, countOf, theme, depth: depth + 1 };
        const openCount = countOf(node);
        const description = openCount > 0 ? t('shell.menuCount', { count: countLabel(openCount) }) : undefined;
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
                aria-description={isOpen ? undefined : description}
                title={title}
                className={`${entryLayout} ${entryIndent} ${activeKeys.includes(path) ? looks.trail : looks.entry}`}
                onClick={() => onToggle(path)}
              >
                {menuIcon}
                <span className={entryText}>{title}</span>
                {!isOpen && <EntryCount value={openCount} theme={theme} />}
                <Chevron up={isOpen} />
              </button>
              {isOpen && <MenuTree {...childProps} />}
            </div>
          );
        }
        const isCurrent = activeKeys.at(-1) === path;
        return (
          <div
            key={path}
            role="menuitem"
            tabIndex={-1}
            title={title}
            className={`${entryLayout} ${entryIndent} ${isCurrent ? looks.here : looks.entry}`}
          >
            {menuIcon}
            {external ? (
              <a href={to} target="_blank" rel="noopener noreferrer" className={`${entryText} ${entryLink}`}>
                {title}
              </a>
            ) : (
              <Link
                to={to}
                aria-current={isCurrent ? 'page' : undefined}
                aria-description={description}
                className={`${entryText} ${entryLink}`}
              >
                {title}
              </Link>
            )}
            <EntryCount value={openCount} theme={theme} />
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

const menuArea = '[scrollbar-color:rgb(255_255_255/20%)_transparent] flex-1 overflow-x-hidden overflow-y-auto [scrollbar-width:thin]';

export function SideMenu({ menu, collapsed, theme }: { menu: MenuNode[]; collapsed: boolean; theme: Theme }) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const activeKeys = useMemo(() => menuKeysFor(menu, pathname), [menu, pathname]);
  const [expandedKeys, setExpandedKeys] = useState<string[]>();
  useEffect(() => setExpandedKeys((keys) => keys && [...new Set([...keys, ...activeKeys.slice(0, -1)])]), [activeKeys]);
  const visibleKeys = expandedKeys ?? openGroupsFor(menu, pathname);
  const toggle = (path: string) =>
    setExpandedKeys(visibleKeys.includes(path) ? visibleKeys.filter((key) => key !== path) : [...visibleKeys, path]);
  const treeProps = { menu, open: visibleKeys, activeKeys, onToggle: toggle, countOf: useOpenWorkCounts(), theme };
  const tree = <MenuTree {...treeProps} />;
  return (
    <>
      <Logo theme={theme} className={collapsed ? 'px-[26px]' : 'px-6'} iconOnly={collapsed} />
      <nav aria-label={t('shell.menu')} className={menuArea}>
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
