import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { confirm } from '../kit/confirm.ts';
import { Icon } from '../kit/icon.tsx';
import { choices, setSetting, useSettings } from '../kit/settings.ts';
import { useWords } from '../kit/words.ts';
import { Avatar } from './avatar.tsx';
import { forgetTabs } from './kept-tabs.ts';
import { signOut } from './session.ts';
import { useSession } from './session-context.ts';

const pictures = { light: 'sun', dark: 'moon', system: 'screen' } as const;

/** Personal centre, settings, day or night, and the way out, which asks first. */
export function AvatarMenu() {
  const t = useWords();
  const navigate = useNavigate();
  const { user } = useSession().info;
  const { scheme } = useSettings();
  const leave = async () => {
    if (await confirm({ title: t('shell.prompt'), content: t('shell.signOutAsk') })) {
      forgetTabs();
      await signOut('/');
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'center', icon: <Icon name="user" />, label: t('account.center'), onClick: () => void navigate('/account/center') },
          {
            key: 'settings',
            icon: <Icon name="sliders" />,
            label: t('account.settings'),
            onClick: () => void navigate('/account/settings'),
          },
          { type: 'divider' },
          {
            type: 'group',
            label: t('shell.scheme'),
            children: choices.scheme.map((name) => ({
              key: name,
              icon: <Icon name={pictures[name]} />,
              label: t(`shell.scheme.${name}`),
              extra: scheme === name ? <Icon name="check" /> : null,
              role: 'menuitemradio',
              'aria-checked': scheme === name,
              onClick: () => setSetting('scheme', name),
            })),
          },
          { type: 'divider' },
          { key: 'leave', icon: <Icon name="signOut" />, label: t('account.signOut'), onClick: () => void leave() },
        ],
      }}
    >
      <Button type="text" className="avatar-button">
        <Avatar user={user} size={28} />
        <span className="wide-only" aria-hidden="true">
          {user.nickName}
        </span>
        <span className="unseen">{t('shell.accountOf', { name: user.nickName })}</span>
      </Button>
    </Dropdown>
  );
}
