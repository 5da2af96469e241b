import type { WordKey } from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { hosts } from '../data/hosts.ts';
import { discardUnsaved, isUnsaved } from '../data/unsaved.ts';
import { useWords } from '../data/words.ts';
import { confirm } from '../ui/confirm.ts';
import { Icon } from '../ui/icon.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { type MenuGroup, PopupMenu } from '../ui/popup-menu.tsx';
import { useTabTitles } from '../ui/tab-title.ts';
import type { ConsoleRoutes } from './routes.ts';
import { addressOf, type Closing, closable, close, HOME, refresh, useTabs } from './tabs.ts';
import { titleAt } from './titles.ts';

/** Open pages with home first and permanent. Closing or reloading a page with unsaved changes requires a confirmation. */
export function TabBar({ routes: { pages } }: { routes: ConsoleRoutes }) {
  const t = useWords();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { tabs, active } = useTabs();
  const own = useTabTitles();
  const strip = useStrip(active, tabs.length);

  const mayLose = async (paths: readonly string[]) => {
    if (!paths.some(isUnsaved)) return true;
    const question = { title: t('kit.unsavedAsk'), content: t('kit.unsavedHint'), okText: t('kit.discard'), danger: true };
    return Boolean(await confirm(question));
  };
  const take = async (path: string, closing: Closing) => {
    const taken = closable(tabs, path, closing);
    if (typeof taken === 'string') return hosts.tell('info', t(taken));
    if (!(await mayLose(taken))) return;
    const next = close(taken);
    discardUnsaved(taken);
    if (next) void navigate(next);
  };
  const renew = async (path: string) => {
    if (!(await mayLose([path]))) return;
    discardUnsaved([path]);
    await client.invalidateQueries({ refetchType: 'none' });
    refresh(path);
  };
  const titleOf = (path: string) => own[path] || titleAt(t, pages, path);
  const menuOf = (path: string): MenuGroup[] => {
    const closes = (key: Closing, word: WordKey) => ({ key, label: t(word), onClick: () => void take(path, key) });
    return [
      {
        entries: [
          { key: 'refresh', label: t('shell.refresh'), onClick: () => void renew(path) },
          { ...closes('current', 'shell.closeCurrent'), disabled: path === HOME },
          closes('right', 'shell.closeRight'),
          closes('left', 'shell.closeLeft'),
          closes('all', 'shell.closeAll'),
        ],
      },
    ];
  };
  const [asked, setAsked] = useState<{ path: string; place: { x: number; y: number } }>();
  const hands = (path: string) =>
    path !== HOME && {
      onAuxClick: (event: MouseEvent) => {
        if (event.button !== 1) return;
        event.preventDefault(); // the middle button closes the tab instead of opening the link
        void take(path, 'current');
      },
      onKeyDown: (event: KeyboardEvent) => event.key === 'Delete' && void take(path, 'current'),
    };

  return (
    <nav className="tab-bar" aria-label={t('shell.tabs')}>
      <ul ref={strip}>
        {tabs.map(({ path, location }) => (
          <li
            key={path}
            className={path === active ? 'tab tab-active' : 'tab'}
            onContextMenu={(event) => {
              event.preventDefault();
              setAsked({ path, place: { x: event.clientX, y: event.clientY } });
            }}
          >
            <Link to={addressOf({ path, location })} aria-current={path === active ? 'page' : undefined} {...hands(path)}>
              {titleOf(path)}
            </Link>
            {path !== HOME && (
              <button type="button" aria-label={t('shell.closeTab', { title: titleOf(path) })} onClick={() => void take(path, 'current')}>
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <PopupMenu label={t('shell.tabActions')} groups={menuOf(asked.path)} anchor={asked.place} onClose={() => setAsked(undefined)} />
      )}
      <PopupButton
        small
        label={t('shell.allTabs', { count: tabs.length })}
        menu={() => [
          {
            entries: tabs.map((tab) => ({
              key: tab.path,
              label: titleOf(tab.path),
              current: tab.path === active,
              onClick: () => void navigate(addressOf(tab)),
            })),
          },
        ]}
      >
        <Icon name="list" />
      </PopupButton>
      <PopupButton small label={t('shell.tabActions')} menu={() => menuOf(active)}>
        <Icon name="down" />
      </PopupButton>
    </nav>
  );
}

/** Scrolls the active tab into view; the wheel scrolls an overflowing row. */
function useStrip(active: string, count: number) {
  const strip = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is in front, or there is one more
  useEffect(() => {
    // the whole tab, including its close button
    const front = strip.current?.querySelector('[aria-current]')?.closest('li');
    if (count > 1) front?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, count]);
  useEffect(() => {
    const row = strip.current;
    const turn = (event: WheelEvent) => {
      if (!row || row.scrollWidth <= row.clientWidth || event.deltaX !== 0) return;
      event.preventDefault();
      row.scrollLeft += event.deltaY;
    };
    row?.addEventListener('wheel', turn, { passive: false });
    return () => row?.removeEventListener('wheel', turn);
  }, []);
  return strip;
}
