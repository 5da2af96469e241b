import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { displayName, loadPageWords, useTranslations } from '../data/i18n.ts';
import { usePermission } from '../data/permission.tsx';
import { hasExtension } from '../data/server-info.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { DialogLoadError, LazyBoundary } from '../ui/lazy-component.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { type MenuGroup, PopupButton } from '../ui/popup-button.tsx';
import { choices, setSetting, useSettings } from '../ui/settings.ts';
import { LoadingState } from '../ui/states.tsx';
import { PasswordDot } from './banners.tsx';
import { CountBadge } from './count-badge.tsx';
import { PaletteButton } from './palette/palette-host.tsx';
import { useSession } from './session.ts';
import { TaskTray } from './tasks.tsx';
import { topNotices, useNoticeModal } from './top-notices.tsx';
import { confirmSignOut, toggleFullScreen } from './user-actions.ts';
import { loadAntdProvider, withAntdProvider } from './with-antd-provider.tsx';

const pictures = { light: 'sun', dark: 'moon', system: 'screen' } as const;

function AvatarMenu() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession().info;
  const { scheme } = useSettings();
  const name = t('shell.accountOf', { name: displayName('nickName', user.nickName) });
  const groups = (): MenuGroup[] => [
    {
      entries: [
        { key: 'center', icon: <Icon name="user" />, label: t('account.center'), onClick: () => void navigate('/account/center') },
        { key: 'settings', icon: <Icon name="sliders" />, label: t('account.settings'), onClick: () => void navigate('/account/settings') },
      ],
    },
    {
      title: t('shell.scheme'),
      entries: choices.scheme.map((key) => ({
        key,
        icon: <Icon name={pictures[key]} />,
        label: t(`shell.scheme.${key}`),
        selected: scheme === key,
        onClick: () => setSetting('scheme', key),
      })),
    },
    { entries: [{ key: 'leave', icon: <Icon name="signOut" />, label: t('account.signOut'), onClick: () => void confirmSignOut(t) }] },
  ];
  return (
    <PopupButton label={name} aria-label={undefined} size="tall" data-testid="avatar-button" menu={groups}>
      <Avatar user={user} size={28} />
      <PasswordDot />
      <span className="max-md:hidden" aria-hidden="true">
        {displayName('nickName', user.nickName)}
      </span>
      <span className="sr-only">{name}</span>
    </PopupButton>
  );
}

/** Milliseconds before the first request for notices, so that home loads first. */
const FIRST_LOAD_DELAY_MS = 1_500;

const HELP = '/help';

const load = () => import('./bell-list.tsx');
const BellList = withAntdProvider(load, loadPageWords);

/** The newest notices; undefined while loading, null on a server without read marks. */
function useTopNotices() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), FIRST_LOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return useQuery({ ...topNotices, enabled: ready }).data;
}

/** Bell in the header with a list of notices. RuoYi returns the newest notices to every user; only lists by type require permission. */
function Bell() {
  const t = useTranslations();
  const mayList = usePermission('system:notice:list');
  const top = useTopNotices();
  const unread = top?.unreadCount ?? 0;
  const [openNotice, noticeModal] = useNoticeModal();
  if (!mayList && (hasExtension('noticeStates') || !top)) return null;
  const preload = () => void Promise.all([load(), loadAntdProvider(), loadPageWords()]).catch(() => undefined);
  return (
    <>
      <PopupButton
        label={unread > 0 ? t('shell.bellUnread', { count: unread }) : t('shell.bell')}
        title={t('shell.bell')}
        onPointerEnter={preload}
        onFocus={preload}
        panel={(close) => (
          <div className="w-75 rounded bg-popup shadow-popup">
            <LazyBoundary loading={<LoadingState rows={3} />}>
              <BellList
                onRead={(noticeId) => {
                  close();
                  openNotice(noticeId);
                }}
                onLeave={close}
              />
            </LazyBoundary>
          </div>
        )}
      >
        <Icon name="bell" />
        {unread > 0 && <CountBadge>{unread > 99 ? '99+' : unread}</CountBadge>}
      </PopupButton>
      {noticeModal}
    </>
  );
}

interface HeaderProps {
  /** Has the colours of the dark menu. */
  isDark: boolean;
  /** Left side: menu button and breadcrumb, or the top menu. */
  children: ReactNode;
}

const header = 'flex h-14 items-center gap-2 border-b pr-4 pl-3 group-data-fixed-width/shell:px-(--fixed-gap)';
const darkButtons = '[&>button]:text-inherit! [&>button:hover]:bg-white/12!';

export function Header({ isDark, children }: HeaderProps) {
  const { previewSite } = useSession().settings;
  return (
    <header className={`${header} ${isDark ? 'border-transparent bg-menu text-white/88' : 'border-line'}`}>
      {children}
      <div className={`ml-auto flex items-center gap-1 ${isDark ? darkButtons : ''}`}>
        <Bell />
        <PaletteButton />
        <TaskTray />
        <HelpButton />
        <FullScreen />
        <LanguageSelect />
        {previewSite && <AppearanceButton />}
        <AvatarMenu />
      </div>
    </header>
  );
}

export function MenuButton({ menuClosed, onToggle }: { menuClosed: boolean; onToggle: () => void }) {
  const t = useTranslations();
  return (
    <PlainButton
      variant="text"
      aria-label={menuClosed ? t('shell.menuOpen') : t('shell.menuClose')}
      aria-expanded={!menuClosed}
      onClick={onToggle}
    >
      <Icon name={menuClosed ? 'menuOpen' : 'menuClose'} />
    </PlainButton>
  );
}

const SettingDrawer = withAntdProvider(() => import('./setting-drawer.tsx'), loadPageWords);

function AppearanceButton() {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <PlainButton variant="text" aria-label={t('shell.look')} title={t('shell.look')} onClick={() => setOpen(true)}>
        <Icon name="sliders" />
      </PlainButton>
      {open && (
        <LazyBoundary renderError={() => <DialogLoadError onClose={close} />}>
          <SettingDrawer onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}

function FullScreen() {
  const t = useTranslations();
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const label = isFullScreen ? t('shell.fullScreenLeave') : t('shell.fullScreen');
  return (
    <PlainButton variant="text" className="max-md:hidden!" aria-label={label} title={label} onClick={() => toggleFullScreen(t)}>
      <Icon name={isFullScreen ? 'fullScreenLeave' : 'fullScreen'} />
    </PlainButton>
  );
}

/** Opens the user guide at the section that explains the current page. */
function HelpButton() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <PlainButton
      variant="text"
      aria-label={t('shell.help')}
      title={t('shell.help')}
      onClick={() => void navigate(pathname === HELP ? HELP : `${HELP}?page=${encodeURIComponent(pathname)}`)}
    >
      <Icon name="help" />
    </PlainButton>
  );
}

const names = [
  ['zh-CN', '简体中文'],
  ['en-US', 'English'],
] as const;

function LanguageSelect() {
  const t = useTranslations();
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
