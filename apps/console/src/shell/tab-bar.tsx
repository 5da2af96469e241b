import type { WordKey } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { discardUnsavedChanges, hasUnsavedChanges } from '../data/unsaved-changes.ts';
import { confirmDiscard } from '../ui/confirm.ts';
import { Icon } from '../ui/icon.tsx';
import { useTabTitles } from '../ui/page-header.tsx';
import { type MenuGroup, PopupButton, PopupMenu } from '../ui/popup-button.tsx';
import { titleAt } from './menu-titles.tsx';
import type { ConsoleRoutes } from './routes.ts';
import { addressOf, type CloseScope, closable, close, HOME, refresh, tabTitleFont, useTabs } from './tabs.ts';

// on phones the title of the page says the same
const tabBar =
  'flex h-10 max-md:hidden items-center gap-1 border-b border-line bg-surface pr-3 pl-4 group-data-fixed-width/shell:px-(--fixed-gap)';
const tabItem = 'flex h-7 max-w-50 flex-none items-center rounded transition-[background]';
const closeButton =
  'mr-1.5 inline-flex size-5 flex-none cursor-pointer items-center justify-center rounded-sm border-0 bg-transparent p-0 text-inherit ' +
  'hover:bg-hover';

/** Open pages with home first and permanent. Closing or reloading a page with unsaved changes requires a confirmation. */
export function TabBar({ routes: { pages } }: { routes: ConsoleRoutes }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { tabs, active } = useTabs();
  const titles = useTabTitles();
  const stripRef = useTabStrip(active, tabs.length, titles[active]);

  const confirmClose = async (paths: readonly string[]) => !paths.some(hasUnsavedChanges) || confirmDiscard();
  const closeTabs = async (path: string, closing: CloseScope) => {
    const closablePaths = closable(tabs, path, closing);
    if (typeof closablePaths === 'string') return shellServices.notify('info', t(closablePaths));
    if (!(await confirmClose(closablePaths))) return;
    const next = close(closablePaths);
    discardUnsavedChanges(closablePaths);
    if (next) void navigate(next);
  };
  const reloadTab = async (path: string) => {
    if (!(await confirmClose([path]))) return;
    discardUnsavedChanges([path]);
    await client.invalidateQueries({ refetchType: 'none' });
    refresh(path);
  };
  const titleOf = (path: string) => titles[path] || titleAt(t, pages, path);
  const menuOf = (path: string): MenuGroup[] => {
    const closeEntry = (key: CloseScope, word: WordKey) => ({ key, label: t(word), onClick: () => void closeTabs(path, key) });
    return [
      {
        entries: [
          { key: 'refresh', label: t('shell.refresh'), onClick: () => void reloadTab(path) },
          { ...closeEntry('current', 'shell.closeCurrent'), disabled: path === HOME },
          closeEntry('right', 'shell.closeRight'),
          closeEntry('left', 'shell.closeLeft'),
          closeEntry('all', 'shell.closeAll'),
        ],
      },
    ];
  };
  const [contextMenu, setContextMenu] = useState<{ path: string; place: { x: number; y: number } }>();
  const tabHandlers = (path: string) =>
    path !== HOME && {
      onAuxClick: (event: MouseEvent) => {
        if (event.button !== 1) return;
        event.preventDefault(); // the middle button closes the tab instead of opening the link
        void closeTabs(path, 'current');
      },
      onKeyDown: (event: KeyboardEvent) => event.key === 'Delete' && void closeTabs(path, 'current'),
    };

  return (
    <nav className={tabBar} aria-label={t('shell.tabs')}>
      <ul ref={stripRef} className="m-0 flex min-w-0 flex-1 list-none gap-1 overflow-x-auto overflow-y-hidden p-0 [scrollbar-width:none]">
        {tabs.map(({ path, location }) => (
          <li
            key={path}
            className={`${tabItem} ${path === active ? 'bg-primary-ground text-primary-ink' : 'text-muted hover:bg-hover'}`}
            onContextMenu={(event) => {
              event.preventDefault();
              setContextMenu({ path, place: { x: event.clientX, y: event.clientY } });
            }}
          >
            <Link
              to={addressOf({ path, location })}
              aria-current={path === active ? 'page' : undefined}
              className={`truncate pl-3 leading-7 text-inherit ${path === HOME ? 'pr-3' : 'pr-1'} ${tabTitleFont(path, titles[path])}`}
              {...tabHandlers(path)}
            >
              {titleOf(path)}
            </Link>
            {path !== HOME && (
              <button
                type="button"
                className={closeButton}
                aria-label={t('shell.closeTab', { title: titleOf(path) })}
                onClick={() => void closeTabs(path, 'current')}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {contextMenu && (
        <PopupMenu
          label={t('shell.tabActions')}
          groups={menuOf(contextMenu.path)}
          anchor={contextMenu.place}
          onClose={() => setContextMenu(undefined)}
        />
      )}
      <PopupButton
        size="small"
        label={t('shell.allTabs', { count: tabs.length })}
        menu={() => [
          {
            entries: tabs.map((tab) => ({
              key: tab.path,
              label: <span className={tabTitleFont(tab.path, titles[tab.path])}>{titleOf(tab.path)}</span>,
              current: tab.path === active,
              onClick: () => void navigate(addressOf(tab)),
            })),
          },
        ]}
      >
        <Icon name="list" />
      </PopupButton>
      <PopupButton size="small" label={t('shell.tabActions')} menu={() => menuOf(active)}>
        <Icon name="down" />
      </PopupButton>
    </nav>
  );
}

/** Scrolls the active tab into view; the wheel scrolls an overflowing row. */
function useTabStrip(active: string, count: number, title: string | undefined) {
  const stripRef = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is in front, there is one more, or its title became longer
  useEffect(() => {
    // the whole tab, including its close button
    const activeTab = stripRef.current?.querySelector('[aria-current]')?.closest('li');
    if (count > 1) activeTab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, count, title]);
  useEffect(() => {
    const row = stripRef.current;
    const onWheel = (event: WheelEvent) => {
      if (!row || row.scrollWidth <= row.clientWidth || event.deltaX !== 0) return;
      event.preventDefault();
      row.scrollLeft += event.deltaY;
    };
    row?.addEventListener('wheel', onWheel, { passive: false });
    return () => row?.removeEventListener('wheel', onWheel);
  }, []);
  return stripRef;
}
