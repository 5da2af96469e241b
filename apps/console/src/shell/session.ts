import type { PublicSettings, ServerRoute, UserInfo } from '@suyuan/contract';
import { clearPrefetched } from '../data/prefetch.ts';
import { isSessionOver } from '../data/refusal.ts';
import { envelope } from '../data/request.ts';
import { learnServer } from '../data/server-about.ts';
import { readSessionCache, writeSessionCache } from '../data/session-cache.ts';
import { siteConfig } from '../data/site-config.ts';
import { dropToken, readToken } from '../data/token.ts';
import { setSetting } from '../ui/settings.ts';
import { isOvertaken, leave } from './own-session.ts';

export interface Session {
  info: UserInfo;
  routers: ServerRoute[];
  settings: PublicSettings;
}

/** RuoYi's role of users without roles. */
const ROLE_DEFAULT = 'ROLE_DEFAULT';

/** Cached data of this session from its previous load; the frame renders it until the server responds. */
export function lastSession(): Session | undefined {
  const session = readSessionCache<Session>(readToken());
  if (session) learnServer(session.info);
  return session;
}

const renewals = new Set<() => void>();

/** Reloads the session after a change to the account: name, avatar or password. */
export const renewSession = () => {
  for (const renew of renewals) renew();
};

/** Subscribes to reloads of the session. Returns a function that unsubscribes. */
export function onRenewal(renew: () => void): () => void {
  renewals.add(renew);
  return () => renewals.delete(renew);
}

let asking: Promise<unknown> = Promise.resolve();

/** Fetches user info with public settings, and the menu tree. */
export function loadSession(): Promise<Session> {
  const session = askForSession();
  asking = session.catch((error) => {
    if (isSessionOver(error)) throw error;
  });
  asking.catch(() => undefined);
  return session;
}

/** Settles after the user info request. Rejects if that request found the session expired, because it has its own notice. */
export const requestedUserInfo = () => asking;

async function askForSession(): Promise<Session> {
  const ask = <T>(path: string) => envelope<T>('GET', path, undefined, { quiet401: true });
  const [info, routers] = await Promise.all([ask<UserInfo>('/getInfo'), ask<{ data: ServerRoute[] }>('/getRouters')]);
  setTimeout(clearPrefetched, 10_000);
  const roles = info.roles?.length ? info.roles : [ROLE_DEFAULT];
  // a server without settings offers English where the site's default language is English
  const { settings = { ...noSettings, englishEnabled: siteConfig().language === 'en-US' } } = info;
  const session = { info: { ...info, roles, permissions: info.permissions ?? [] }, routers: routers.data ?? [], settings };
  learnServer(info);
  const token = readToken();
  if (token) writeSessionCache(token, session);
  if (info.settings && !info.settings.englishEnabled) setSetting('language', 'zh-CN'); // English was disabled after the user had chosen it
  return session;
}

/** Merges the reloaded session; unchanged permissions and menu keep their identity, so that nothing is rebuilt. */
export function renewed(before: Session | undefined, now: Session): Session {
  if (!before) return now;
  const shape = ({ info, routers }: Session) => JSON.stringify([info.roles, info.permissions, routers]);
  if (shape(before) !== shape(now)) return now;
  const { roles, permissions } = before.info;
  return { ...now, info: { ...now.info, roles, permissions }, routers: before.routers };
}

/** Defaults for a server without public settings: all features are off. */
const noSettings: PublicSettings = {
  company: '',
  icp: '',
  captchaEnabled: false,
  registerEnabled: false,
  passwordMinLength: 0,
  passwordClass: '0',
  englishEnabled: false,
  previewSite: false,
  publicBaseUrl: '',
};

/**
 * Ends the session locally and, if reachable, on the server; then opens `path`, whose guard redirects. If another tab has signed in since,
 * the page reloads in that session instead.
 */
export async function signOut(path: string): Promise<void> {
  if (isOvertaken()) return location.reload();
  leave();
  await envelope('DELETE', '/logout', undefined, { timeout: 5000, quiet401: true }).catch(() => undefined);
  dropToken();
  location.assign(path);
}

/** Key of a notice for the sign-in page. */
const NOTICE = 'suyuan.notice';

/**
 * User info failed: signs out and displays the reason on the sign-in page. The user returns to home, or after an expired session to this
 * page.
 */
export async function giveUp(error: unknown): Promise<void> {
  const ended = isSessionOver(error);
  if (!isOvertaken()) sessionStorage.setItem(NOTICE, ended ? 'sessionOver' : 'userInfo');
  await signOut(ended ? location.pathname + location.search : '/index');
}
