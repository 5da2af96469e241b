import { Button, Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { confirm } from '../kit/confirm.ts';
import { hosts } from '../kit/hosts.ts';
import { Icon } from '../kit/icon.tsx';
import { useTabTitles } from '../kit/tab-title.ts';
import { forgetUnsaved, isUnsaved } from '../kit/unsaved.ts';
import { useWords } from '../kit/words.ts';
import type { readRoutes } from './routes.ts';
import { type Closing, closable, close, HOME, useTabs } from './tabs.ts';
import { titleAt } from './titles.ts';

/** The open pages; home is the first and stays. A page with unsaved changes asks before its tab goes. */
export function TabBar({ routes: { pages } }: { routes: ReturnType<typeof readRoutes> }) {
  const t = useWords();
  const navigate = useNavigate();
  const { tabs, active } = useTabs();
  const own = useTabTitles();
  const strip = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front comes into view
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const take = async (path: string, closing: Closing) => {
    const taken = closable(tabs, path, closing);
    if (typeof taken === 'string') return hosts.tell('info', t(taken));
    const unsaved = taken.some(isUnsaved) && {
      title: t('kit.unsavedAsk'),
      content: t('kit.unsavedHint'),
      okText: t('kit.discard'),
      danger: true,
    };
    if (unsaved && !(await confirm(unsaved))) return;
    const next = close(taken);
    forgetUnsaved(taken);
    if (next) void navigate(next);
  };
  const menuOf = (path: string): MenuProps => ({
    items: [
      { key: 'current', label: t('shell.closeCurrent'), disabled: path === HOME },
      { key: 'right', label: t('shell.closeRight') },
      { key: 'left', label: t('shell.closeLeft') },
      { key: 'all', label: t('shell.closeAll') },
    ],
    onClick: ({ key }) => void take(path, key as Closing),
  });

  return (
    <nav className="tab-bar" aria-label={t('shell.tabs')}>
      <ul ref={strip}>
        {tabs.map(({ path, location }) => {
          const title = own[path] ?? titleAt(t, pages, path);
          return (
            <Dropdown key={path} trigger={['contextMenu']} menu={menuOf(path)}>
              <li className={path === active ? 'tab tab-active' : 'tab'}>
                <Link to={path + location.search + location.hash} aria-current={path === active ? 'page' : undefined}>
                  {title}
                </Link>
                {path !== HOME && (
                  <button type="button" aria-label={t('shell.closeTab', { title })} onClick={() => void take(path, 'current')}>
                    <Icon name="close" />
                  </button>
                )}
              </li>
            </Dropdown>
          );
        })}
      </ul>
      <Dropdown trigger={['click']} menu={menuOf(active)}>
        <Button type="text" size="small" aria-label={t('shell.tabActions')} icon={<Icon name="down" />} />
      </Dropdown>
    </nav>
  );
}
