import { type ReactNode, useEffect, useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { loadPageWords, useWords } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { PartBoundary, WindowLost } from '../ui/part-boundary.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { setSetting, useSettings } from '../ui/settings.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { Bell } from './bell.tsx';
import { PaletteButton } from './palette/palette-host.tsx';
import { useSession } from './session-context.ts';
import { TaskTray } from './task-tray.tsx';
import { withAntdProvider } from './with-antd-provider.tsx';

interface HeaderProps {
  /** Left side: menu button and breadcrumb, or the top menu. */
  children: ReactNode;
}

export function Header({ children }: HeaderProps) {
  const { previewSite } = useSession().settings;
  return (
    <header className="header">
      {children}
      <div className="header-right">
        <Bell />
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

export function MenuButton({ closed, onToggle }: { closed: boolean; onToggle: () => void }) {
  const t = useWords();
  return (
    <PlainButton look="text" aria-label={closed ? t('shell.menuOpen') : t('shell.menuClose')} aria-expanded={!closed} onClick={onToggle}>
      <Icon name={closed ? 'menuOpen' : 'menuClose'} />
    </PlainButton>
  );
}

const SettingDrawer = withAntdProvider(() => import('./setting-drawer.tsx'), loadPageWords);

function LookButton() {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <PlainButton look="text" aria-label={t('shell.look')} title={t('shell.look')} onClick={() => setOpen(true)}>
        <Icon name="sliders" />
      </PlainButton>
      {open && (
        <PartBoundary instead={() => <WindowLost onClose={close} />}>
          <SettingDrawer onClose={close} />
        </PartBoundary>
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
    <PlainButton look="text" className="wide-only" aria-label={label} title={label} onClick={toggle}>
      <Icon name={full ? 'fullScreenLeave' : 'fullScreen'} />
    </PlainButton>
  );
}

const names = [
  ['zh-CN', '简体中文'],
  ['en-US', 'English'],
] as const;

function LanguageSelect() {
  const t = useWords();
  const { language } = useSettings();
  const { englishEnabled } = useSession().settings;
  return (
    <PopupButton
      label={t('shell.language')}
      title={t('shell.language')}
      menu={() => [
        {
          entries: names.map(([key, label]) => ({
            key,
            label,
            current: key === language,
            disabled: key === 'en-US' && !englishEnabled,
            onClick: () => setSetting('language', key),
          })),
        },
      ]}
    >
      <Icon name="globe" />
    </PopupButton>
  );
}
