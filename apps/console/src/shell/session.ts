import type { PublicSettings, ServerRoute, UserInfo } from '@suyuan/contract';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { asApiError, isSessionExpired } from '../data/api-error.ts';
import { clearPrefetched } from '../data/prefetch.ts';
import { fetchEnvelope } from '../data/request.ts';
import { setServerInfo } from '../data/server-info.ts';
import { readSessionCache, writeSessionCache } from '../data/session-cache.ts';
import { siteConfig } from '../data/site-config.ts';
import { clearToken, readToken } from '../data/token.ts';
import { setSetting } from '../ui/settings.ts';
import { isSessionReplaced, markSigningOut } from './page-session.ts';

export interface Session {
  info: UserInfo;
  routers: ServerRoute[];
  settings: PublicSettings;
}

/** RuoYi's code of a missing permission. */
const FORBIDDEN = 403;

/** RuoYi's role of users without roles. */
const ROLE_DEFAULT = 'ROLE_DEFAULT';

/** Cached data of this session from its previous load; the frame renders it until the server responds. */
export function readCachedSession(): Session | undefined {
  const session = readSessionCache<Session>(readToken());
  if (session) setServerInfo(session.info);
  pageUserId ??= session?.info.user.userId;
  return session;
}

let pageUserId: number | undefined;

/** Whether another user has signed in in another tab since. A new session of the same user may continue. */
export async function isOtherUser(): Promise<boolean> {
  if (!isSessionReplaced()) return false;
  const { info } = readSessionCache<Session>(readToken()) ?? { info: await fetchEnvelope<UserInfo>('GET', '/getInfo') };
  return info.user.userId !== pageUserId;
}

const reloadListeners = new Set<() => void>();

/** Reloads the session after a change to the account: name, avatar or password. */
export const reloadSession = () => {
  for (const reload of reloadListeners) reload();
};

/** Subscribes to reloads of the session. Returns a function that unsubscribes. */
export function onSessionReload(reload: () => void): () => void {
  reloadListeners.add(reload);
  return () => reloadListeners.delete(reload);
}

let userInfoRequest: Promise<unknown> = Promise.resolve();

/** Fetches user info with public settings, and the menu tree. */
export function loadSession(): Promise<Session> {
  const session = fetchSession();
  userInfoRequest = session.catch((error) => {
    if (isSessionExpired(error)) throw error;
  });
  userInfoRequest.catch(() => undefined);
  return session;
}

/** Settles after the user info request. Rejects if that request found the session expired, because it has its own notice. */
export const requestedUserInfo = () => userInfoRequest;

async function fetchSession(): Promise<Session> {
  const fetchQuiet = <T>(path: string) => fetchEnvelope<T>('GET', path, undefined, { quiet401: true });
  const [info, routers] = await Promise.all([fetchQuiet<UserInfo>('/getInfo'), fetchQuiet<{ data: ServerRoute[] }>('/getRouters')]);
  setTimeout(clearPrefetched, 10_000);
  const roles = info.roles?.length ? info.roles : [ROLE_DEFAULT];
  // a server without settings offers English where the site's default language is English
  const { settings = { ...noSettings, englishEnabled: siteConfig().language === 'en-US' } } = info;
  const session = { info: { ...info, roles, permissions: info.permissions ?? [] }, routers: routers.data ?? [], settings };
  setServerInfo(info);
  pageUserId ??= info.user.userId;
  const token = readToken();
  if (token) writeSessionCache(token, session);
  if (info.settings && !info.settings.englishEnabled) setSetting('language', 'zh-CN'); // English was disabled after the user had chosen it
  return session;
}

/** Merges the reloaded session; unchanged permissions and menu keep their identity, so that nothing is rebuilt. */
export function mergeSession(current: Session | undefined, loaded: Session): Session {
  if (!current) return loaded;
  const fingerprint = ({ info, routers }: Session) => JSON.stringify([info.roles, info.permissions, routers]);
  if (fingerprint(current) !== fingerprint(loaded)) return loaded;
  const { roles, permissions } = current.info;
  return { ...loaded, info: { ...loaded.info, roles, permissions }, routers: current.routers };
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
  if (isSessionReplaced()) return location.reload();
  markSigningOut();
  await fetchEnvelope('DELETE', '/logout', undefined, { timeout: 5000, quiet401: true }).catch(() => undefined);
  clearToken();
  location.assign(path);
}

/** Key of a notice for the sign-in page. */
const NOTICE = 'suyuan.notice';

/**
 * User info failed: signs out and displays the reason on the sign-in page. The user returns to home, or after an expired session to this
 * page.
 */
export async function signOutOnFailure(error: unknown): Promise<void> {
  const isExpired = isSessionExpired(error);
  if (!isSessionReplaced()) sessionStorage.setItem(NOTICE, isExpired ? 'sessionOver' : 'userInfo');
  await signOut(isExpired ? location.pathname + location.search : '/index');
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The current session; always present below the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session above');
  return session;
}

/** Resources that determine menu and permissions, as paths, because the frame does not load their schemas. */
const SOURCES = new Set<unknown>(['/system/menu', '/system/role']);

/** Milliseconds between reloads after refusals, because a page may have several requests without permission. */
const REFUSAL_RELOAD_INTERVAL_MS = 10_000;

/**
 * Reloads the session after changes to menus or roles, which may affect the current user, and after a refusal for a missing permission,
 * because they may have changed. Returns a function that stops it.
 */
export function reloadOnRightsChange(client: QueryClient): () => void {
  let isScheduled = false;
  let lastRefusal = 0;
  const reloadAfterRefusal = (error: unknown) => {
    if (asApiError(error)?.code !== FORBIDDEN || Date.now() - lastRefusal < REFUSAL_RELOAD_INTERVAL_MS) return;
    lastRefusal = Date.now();
    reloadSession();
  };
  const unsubscribers = [
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'error') reloadAfterRefusal(event.action.error);
      if (event.action.type !== 'invalidate' || !SOURCES.has(event.query.queryKey[0]) || isScheduled) return;
      isScheduled = true; // one change invalidates many queries
      queueMicrotask(() => {
        isScheduled = false;
        reloadSession();
      });
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') reloadAfterRefusal(event.action.error);
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
