import type { SessionUser } from '@suyuan/contract';
import { useNavigate } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { fileUrl } from '../data/site-config.ts';
import { confirm } from '../ui/confirm.ts';
import { Icon } from '../ui/icon.tsx';
import { type MenuGroup, PopupButton } from '../ui/popup-button.tsx';
import { choices, setSetting, useSettings } from '../ui/settings.ts';
import { PasswordDot } from './banners.tsx';
import defaultAvatar from './default-avatar.svg';
import { signOut, useSession } from './session.ts';
import { clearStoredTabs } from './tabs.ts';

export function Avatar({ user, size }: { user: Pick<SessionUser, 'avatar'>; size: number }) {
  return <img className="avatar" src={user.avatar ? fileUrl(user.avatar) : defaultAvatar} alt="" width={size} height={size} />;
}

const pictures = { light: 'sun', dark: 'moon', system: 'screen' } as const;

export function AvatarMenu() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession().info;
  const { scheme } = useSettings();
  const confirmSignOut = async () => {
    if (await confirm({ title: t('shell.prompt'), content: t('shell.signOutAsk') })) {
      clearStoredTabs();
      await signOut('/');
    }
  };
  const name = t('shell.accountOf', { name: user.nickName });
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
    { entries: [{ key: 'leave', icon: <Icon name="signOut" />, label: t('account.signOut'), onClick: () => void confirmSignOut() }] },
  ];
  return (
    <PopupButton label={name} aria-label={undefined} className="avatar-button" menu={groups}>
      <Avatar user={user} size={28} />
      <PasswordDot />
      <span className="wide-only" aria-hidden="true">
        {user.nickName}
      </span>
      <span className="unseen">{name}</span>
    </PopupButton>
  );
}
