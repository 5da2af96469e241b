import { Button, Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { hosts } from '../kit/hosts.ts';
import { Icon } from '../kit/icon.tsx';
import { setSetting, useSettings } from '../kit/settings.ts';
import { useTabTitles } from '../kit/tab-title.ts';
import { useWords } from '../kit/words.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import type { readRoutes } from './routes.ts';
import { useSession } from './session-context.ts';
import { TaskTray } from './task-tray.tsx';
import { menuTitle, pageAt, titleAt } from './titles.ts';

interface HeaderProps {
  routes: ReturnType<typeof readRoutes>;
  collapsed: boolean;
  onToggle: () => void;
}

/** The line above the tabs: where we are at the left, what is always at hand at the right. */
export function Header({ routes, collapsed, onToggle }: HeaderProps) {
  const t = useWords();
  return (
    <header className="header">
      <Button
        type="text"
        aria-label={collapsed ? t('shell.menuOpen') : t('shell.menuClose')}
        icon={collapsed ? <Icon name="menuOpen" /> : <Icon name="menuClose" />}
        onClick={onToggle}
      />
      <Breadcrumb routes={routes} />
      <div className="header-right">
        <TaskTray />
        <FullScreen />
        <LanguageSelect />
        <AvatarMenu />
      </div>
    </header>
  );
}

function Breadcrumb({ routes: { pages } }: Pick<HeaderProps, 'routes'>) {
  const t = useWords();
  const { pathname } = useLocation();
  const own = useTabTitles((titles) => titles[pathname]);
  const page = pageAt(pages, pathname);
  const above = (page?.trail.slice(0, -1) ?? []).map((step) => menuTitle(t, step.path, step.title));
  const title = titleAt(t, pages, pathname);
  const here = own && own !== title ? [title, own] : [title];
  useEffect(() => {
    document.title = `${own ?? title} - ${t('shell.title')}`;
  }, [own, title, t]);
  return (
    <nav aria-label={t('shell.breadcrumb')} className="breadcrumb">
      <span className="unseen" aria-live="polite">
        {own ?? title}
      </span>
      <ol>
        {[...above, ...here].map((name, index, all) => (
          <li key={name} aria-current={index === all.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function FullScreen() {
  const t = useWords();
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) return hosts.tell('warning', t('shell.noFullScreen'));
    const change = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => hosts.tell('warning', t('shell.noFullScreen')));
  };
  const label = full ? t('shell.fullScreenLeave') : t('shell.fullScreen');
  return (
    <Button
      type="text"
      className="wide-only"
      aria-label={label}
      title={label}
      icon={full ? <Icon name="fullScreenLeave" /> : <Icon name="fullScreen" />}
      onClick={toggle}
    />
  );
}

function LanguageSelect() {
  const t = useWords();
  const { language } = useSettings();
  const { englishEnabled } = useSession().settings;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: [
          { key: 'zh-CN', label: '简体中文', onClick: () => setSetting('language', 'zh-CN') },
          { key: 'en-US', label: 'English', disabled: !englishEnabled, onClick: () => setSetting('language', 'en-US') },
        ],
      }}
    >
      <Button type="text" aria-label={t('shell.language')} title={t('shell.language')} icon={<Icon name="globe" />} />
    </Dropdown>
  );
}
