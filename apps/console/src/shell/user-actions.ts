import type { Translate } from '@suyuan/contract';
import { shellServices } from '../data/shell-services.ts';
import { confirm } from '../ui/confirm.ts';
import { signOut } from './session.ts';
import { clearStoredTabs } from './tabs.ts';

/** Actions that both the header and the command palette offer. */

export async function confirmSignOut(t: Translate) {
  if (!(await confirm({ title: t('shell.prompt'), content: t('shell.signOutAsk') }))) return;
  clearStoredTabs();
  await signOut('/');
}

export function toggleFullScreen(t: Translate) {
  const refuse = () => shellServices.notify('warning', t('shell.noFullScreen'));
  if (!document.fullscreenEnabled) return refuse();
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(refuse);
}
