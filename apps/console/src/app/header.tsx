import { Button, Dropdown } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { hosts } from '../kit/hosts.ts';
import { Icon } from '../kit/icon.tsx';
import { Can } from '../kit/permission.tsx';
import { setSetting, useSettings } from '../kit/settings.ts';
import { loadPageWords, useWords } from '../kit/words.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { Bell } from './bell.tsx';
import { PaletteButton } from './palette/palette-host.tsx';
import { useSession } from './session-context.ts';
import { TaskTray } from './task-tray.tsx';

interface HeaderProps {
  /** What stands at the left: the menu's button and the way here, or the menu itself. */
  children: ReactNode;
}

/** The line above the tabs: where we are at the left, what is always at hand at the right. */
export function Header({ children }: HeaderProps) {
  const { previewSite } = useSession().settings;
  return (
    <header className="header">
      {children}
      <div className="header-right">
        <Can do="system:notice:list">
          <Bell />
        </Can>
        <PaletteButton />
        <TaskTray />
        <FullScreen />
        <LanguageSelect />
        {previewSite && <LookButton />}
        <AvatarMenu />
      </div>
    </header>
  );
}

/** Opens or closes the menu. */
export function MenuButton({ closed, onToggle }: { closed: boolean; onToggle: () => void }) {
  const t = useWords();
  return (
    <Button
      type="text"
      aria-label={closed ? t('shell.menuOpen') : t('shell.menuClose')}
      aria-expanded={!closed}
      icon={closed ? <Icon name="menuOpen" /> : <Icon name="menuClose" />}
      onClick={onToggle}
    />
  );
}

const SettingDrawer = lazy(() => Promise.all([import('./setting-drawer.tsx'), loadPageWords()]).then(([drawer]) => drawer));

/** Every setting of the look to try out: on preview sites only. */
function LookButton() {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        aria-label={t('shell.look')}
        title={t('shell.look')}
        icon={<Icon name="sliders" />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <SettingDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
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
