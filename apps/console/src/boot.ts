import type { UserInfo } from '@suyuan/contract';
import { prefetch } from './data/prefetch.ts';
import { readSessionCache } from './data/session-cache.ts';
import { loadSiteConfig, preferredLanguage, siteConfig } from './data/site-config.ts';
import { readToken } from './data/token.ts';
import { homeQueries } from './shell/home/home-queries.ts';

/** Redirects to the sign-in page without a token; otherwise prefetches what the console needs first. */
function boot() {
  const { pathname, search, hash } = location;
  const signInPage = /^\/(?:user\/)?(login|register)(\.html)?\/?$/.exec(pathname);
  // static hosts serve this page for unknown paths; the sign-in pages are separate files
  if (signInPage) return signInPage[2] ? showMissing(pathname) : location.replace(`/${signInPage[1]}.html${search}`);
  const token = readToken();
  const home = pathname === '/' || pathname === '/index';
  if (!token) {
    const redirectPath = (pathname === '/' ? '/index' : pathname) + search + hash;
    return location.replace(`/login.html${/^\/user\/?$/.test(pathname) ? '' : `?redirect=${encodeURIComponent(redirectPath)}`}`);
  }
  const { title } = siteConfig();
  if (title) document.title = title;
  protectBackForwardCache(token);
  const language = preferredLanguage();
  if (language === 'en-US') fetchEnglish();
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
  const cachedSession = readSessionCache<{ info: UserInfo }>(token);
  const info = prefetch('/getInfo', headers);
  if (home && cachedSession) prefetchHome(cachedSession.info, headers);
  prefetch('/getRouters', headers);
  if (home && !cachedSession) void info.json.then((userInfo) => prefetchHome(userInfo as Partial<UserInfo>, headers), ignore);
  void loadSiteConfig(reloadOnce);
}

/** Minimum milliseconds between reloads. Prevents a loop if two hosts of one site have different settings. */
const RELOAD_PAUSE = 30_000;

/** Reloads the page with the new API prefix. The promise never settles, so that callers do not continue before the reload. */
function reloadOnce() {
  const key = 'suyuan.configReload';
  if (Date.now() - Number(sessionStorage.getItem(key)) < RELOAD_PAUSE) return undefined;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

/** The host served this page instead of the file, so the file is missing. A redirect would loop. */
function showMissing(pathname: string) {
  addEventListener('DOMContentLoaded', () => {
    document.body.textContent = `服务器上没有 ${pathname} 文件 / ${pathname} is missing on this server`;
  });
}

/** Empties the page in the back/forward cache after sign-out, and reloads it for another user. */
function protectBackForwardCache(token: string) {
  addEventListener('pagehide', () => readToken() !== token && document.body.replaceChildren());
  addEventListener('pageshow', ({ persisted }) => persisted && readToken() !== token && location.reload());
}

/** Preloads the English texts in parallel with the shell. The development server has no bundles to preload. */
function fetchEnglish() {
  const packs = document.querySelector<HTMLMetaElement>('meta[name=english]')?.content.split(' ') ?? [];
  for (const pack of packs) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${pack}`;
    document.head.append(link);
  }
}

/** The console repeats the request and reports the error. */
const ignore = () => undefined;

/** Prefetches the figures of home as soon as the permissions are known, before React has loaded. */
function prefetchHome(info: Partial<UserInfo>, headers: HeadersInit) {
  for (const path of homeQueries(info)) prefetch(path, headers);
}

// Inlined into the page, so it runs before other files have loaded.
boot();
