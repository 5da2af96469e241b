import { useTranslations } from '../../data/i18n.ts';
import { usePermissions } from '../../data/permission.tsx';
import { isDark } from '../../ui/appearance.ts';
import type { IconName } from '../../ui/icon.tsx';
import { iconOf } from '../../ui/menu-icons.ts';
import { setSetting, useSettings } from '../../ui/settings.ts';
import { quickActions } from '../home/quick-actions.tsx';
import { menuTitle } from '../menu-titles.tsx';
import type { MenuNode } from '../routes.ts';
import { useSession } from '../session.ts';
import { confirmSignOut, toggleFullScreen } from '../user-actions.ts';

/** One entry of the palette: a link or an action. */
export interface PaletteEntry {
  id: string;
  group: string;
  title: string;
  subtitle?: string;
  icon: IconName;
  to?: string;
  add?: boolean;
  onSelect?: () => void;
}

type T = ReturnType<typeof useTranslations>;

/** Pages of the menu and of the account. */
export function usePageEntries(menu: readonly MenuNode[]): PaletteEntry[] {
  const t = useTranslations();
  const group = t('shell.palette.pages');
  const accountPages = [
    { path: '/index', title: t('shell.home'), icon: 'home' },
    { path: '/account/center', title: t('account.center'), icon: 'user' },
    { path: '/account/settings', title: t('account.settings'), icon: 'sliders' },
  ] as const;
  return [
    ...accountPages.map(({ path, title, icon }) => ({ id: `page:${path}`, group, title, icon, to: path })),
    ...menu.flatMap((node) => pagesBelow(t, node, group, '')),
  ];
}

function pagesBelow(t: T, node: MenuNode, group: string, parentTitle: string): PaletteEntry[] {
  const title = menuTitle(t, node.path, node.title);
  if (node.children.length > 0) return node.children.flatMap((child) => pagesBelow(t, child, group, title));
  const entry = { id: `page:${node.path}`, group, title, subtitle: parentTitle, icon: iconOf(node.icon) };
  return [node.external ? { ...entry, onSelect: () => void open(node.to, '_blank', 'noopener') } : { ...entry, to: node.to }];
}

export function useActionEntries(): PaletteEntry[] {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { scheme, language } = useSettings();
  const { englishEnabled } = useSession().settings;
  const group = t('shell.palette.actions');
  const dark = isDark(scheme);
  const quickEntries = quickActions
    .filter(({ needs, add }) => add && hasPermi(needs))
    .map(({ to, add, word }): PaletteEntry => ({ id: `action:${word}`, group, title: t(word), icon: 'plus', to, add }));
  return [
    ...quickEntries,
    {
      id: 'action:scheme',
      group,
      title: t(dark ? 'shell.palette.light' : 'shell.palette.dark'),
      icon: dark ? 'sun' : 'moon',
      onSelect: () => setSetting('scheme', dark ? 'light' : 'dark'),
    },
    ...(englishEnabled || language !== 'zh-CN' ? [languageEntry(t, group, language === 'zh-CN')] : []),
    { id: 'action:fullScreen', group, title: t('shell.fullScreen'), icon: 'fullScreen', onSelect: () => toggleFullScreen(t) },
    { id: 'action:signOut', group, title: t('account.signOut'), icon: 'signOut', onSelect: () => void confirmSignOut(t) },
  ];
}

const languageEntry = (t: T, group: string, chinese: boolean): PaletteEntry => ({
  id: 'action:language',
  group,
  title: t(chinese ? 'shell.palette.english' : 'shell.palette.chinese'),
  icon: 'globe',
  onSelect: () => setSetting('language', chinese ? 'en-US' : 'zh-CN'),
});
