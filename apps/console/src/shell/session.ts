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

/** What is known of the signed-in user once the console opens. */
export interface Session {
  info: UserInfo;
  routers: ServerRoute[];
  settings: PublicSettings;
}

/** Role of users who hold none (specification §9). */
const ROLE_DEFAULT = 'ROLE_DEFAULT';

/** What this very session was told when it last began: its frame may stand on it until the server has answered. */
export function lastSession(): Session | undefined {
  const session = readSessionCache<Session>(readToken());
  if (session) learnServer(session.info);
  return session;
}

const renewals = new Set<() => void>();

/** Asks again who is signed in, where somebody changed that here: a name, a picture, a password. */
export const renewSession = () => {
  for (const renew of renewals) renew();
};

/** Calls `renew` whenever the session is to be asked for again, until the answer is called. */
export function onRenewal(renew: () => void): () => void {
  renewals.add(renew);
  return () => renewals.delete(renew);
}

let asking: Promise<unknown> = Promise.resolve();

/** User info, which brings the public settings, and the menu tree, as the server says now. */
export function loadSession(): Promise<Session> {
  const session = askForSession();
  asking = session.catch((error) => {
    if (isSessionOver(error)) throw error;
  });
  asking.catch(() => undefined);
  return session;
}

/** Settles once user info was asked for; refuses where that itself found the session over, which has a notice of its own. */
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
  if (info.settings && !info.settings.englishEnabled) setSetting('language', 'zh-CN'); // it was chosen when it could be
  return session;
}

/** The session as it is now; where neither rights nor menu changed, they are the very same as before and nothing is built anew. */
export function renewed(before: Session | undefined, now: Session): Session {
  if (!before) return now;
  const shape = ({ info, routers }: Session) => JSON.stringify([info.roles, info.permissions, routers]);
  if (shape(before) !== shape(now)) return now;
  const { roles, permissions } = before.info;
  return { ...now, info: { ...now.info, roles, permissions }, routers: before.routers };
}

/** The frame stands without the public settings; only what they switch on is missing. */
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
 * Ends the session here and, if it can be reached, on the server; then opens `path`, whose guard does the rest. Where another tab has
 * signed in since, that session stays, and the page begins anew in it.
 */
export async function signOut(path: string): Promise<void> {
  if (isOvertaken()) return location.reload();
  leave();
  await envelope('DELETE', '/logout', undefined, { timeout: 5000, quiet401: true }).catch(() => undefined);
  dropToken();
  location.assign(path);
}

/** Where the sign-in page finds a sentence to show. */
const NOTICE = 'suyuan.notice';

/**
 * User info did not come: the sign-in page says so once, and the way leads back to the home page; to this page, where the session had
 * merely ended.
 */
export async function giveUp(error: unknown): Promise<void> {
  const ended = isSessionOver(error);
  if (!isOvertaken()) sessionStorage.setItem(NOTICE, ended ? 'sessionOver' : 'userInfo');
  await signOut(ended ? location.pathname + location.search : '/index');
}
