import { hosts } from '../../data/hosts.ts';
import { useRights } from '../../data/permission.tsx';
import { useWords } from '../../data/words.ts';
import { confirm } from '../../ui/confirm.ts';
import { isDark } from '../../ui/look.ts';
import { iconOf } from '../../ui/menu-icons.ts';
import { setSetting, useSettings } from '../../ui/settings.ts';
import { quickActions } from '../home/quick-actions.tsx';
import { clearTabs } from '../kept-tabs.ts';
import type { MenuNode } from '../routes.ts';
import { signOut } from '../session.ts';
import { useSession } from '../session-context.ts';
import { menuTitle } from '../titles.ts';
import type { Entry } from './entry.ts';

type T = ReturnType<typeof useWords>;

/** Pages of the menu and of the account. */
export function usePages(menu: readonly MenuNode[]): Entry[] {
  const t = useWords();
  const group = t('shell.palette.pages');
  const own = [
    { path: '/index', title: t('shell.home'), icon: 'home' },
    { path: '/account/center', title: t('account.center'), icon: 'user' },
    { path: '/account/settings', title: t('account.settings'), icon: 'sliders' },
  ] as const;
  return [
    ...own.map(({ path, title, icon }) => ({ id: `page:${path}`, group, title, icon, to: path })),
    ...menu.flatMap((node) => pagesBelow(t, node, group, '')),
  ];
}

function pagesBelow(t: T, node: MenuNode, group: string, above: string): Entry[] {
  const title = menuTitle(t, node.path, node.title);
  if (node.children.length > 0) return node.children.flatMap((child) => pagesBelow(t, child, group, title));
  const entry = { id: `page:${node.path}`, group, title, more: above, icon: iconOf(node.icon) };
  return [node.external ? { ...entry, act: () => void open(node.to, '_blank', 'noopener') } : { ...entry, to: node.to }];
}

export function useActions(): Entry[] {
  const t = useWords();
  const { hasPermi } = useRights();
  const { scheme, language } = useSettings();
  const { englishEnabled } = useSession().settings;
  const group = t('shell.palette.actions');
  const dark = isDark(scheme);
  const leave = async () => {
    if (!(await confirm({ title: t('shell.prompt'), content: t('shell.signOutAsk') }))) return;
    clearTabs();
    await signOut('/');
  };
  const fullScreen = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    if (!change) return hosts.tell('warning', t('shell.noFullScreen'));
    change.catch(() => hosts.tell('warning', t('shell.noFullScreen')));
  };
  const quick = quickActions
    .filter(({ needs, add }) => add && hasPermi(needs))
    .map(({ to, add, word }): Entry => ({ id: `action:${word}`, group, title: t(word), icon: 'plus', to, add }));
  return [
    ...quick,
    {
      id: 'action:scheme',
      group,
      title: t(dark ? 'shell.palette.light' : 'shell.palette.dark'),
      icon: dark ? 'sun' : 'moon',
      act: () => setSetting('scheme', dark ? 'light' : 'dark'),
    },
    ...(englishEnabled || language !== 'zh-CN' ? [languageEntry(t, group, language === 'zh-CN')] : []),
    { id: 'action:fullScreen', group, title: t('shell.fullScreen'), icon: 'fullScreen', act: fullScreen },
    { id: 'action:signOut', group, title: t('account.signOut'), icon: 'signOut', act: () => void leave() },
  ];
}

const languageEntry = (t: T, group: string, chinese: boolean): Entry => ({
  id: 'action:language',
  group,
  title: t(chinese ? 'shell.palette.english' : 'shell.palette.chinese'),
  icon: 'globe',
  act: () => setSetting('language', chinese ? 'en-US' : 'zh-CN'),
});
