import type { UserInfo } from '@suyuan/contract';
import { prefetch } from './data/prefetch.ts';
import { readSessionCache } from './data/session-cache.ts';
import { loadSiteConfig, preferredLanguage, siteConfig } from './data/site-config.ts';
import { readToken } from './data/token.ts';
import { homeQueries } from './shell/home/home-queries.ts';

/** Sends strangers to the sign-in page with the way back; for the others asks at once what the console needs first. */
function boot() {
  const { pathname, search, hash } = location;
  const signInPage = /^\/(?:user\/)?(login|register)(\.html)?\/?$/.exec(pathname);
  // a plain static host answers these addresses with this page; the pages themselves are files on every host
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

/** Milliseconds within which a second reload would be a loop: two hosts of one site disagree. */
const RELOAD_PAUSE = 30_000;

/** Starts again under the new API prefix. Nobody who waits for the configuration goes on meanwhile. */
function reloadOnce() {
  const key = 'suyuan.configReload';
  if (Date.now() - Number(sessionStorage.getItem(key)) < RELOAD_PAUSE) return undefined;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

/** A host that answers the address of a file with this page does not have the file. To go there again would never end. */
function showMissing(pathname: string) {
  addEventListener('DOMContentLoaded', () => {
    document.body.textContent = `服务器上没有 ${pathname} 文件 / ${pathname} is missing on this server`;
  });
}

/** What the browser remembers for its back button is this user's: it is left empty after signing out, and asked for anew by anyone else. */
function protectBackForwardCache(token: string) {
  addEventListener('pagehide', () => readToken() !== token && document.body.replaceChildren());
  addEventListener('pageshow', ({ persisted }) => persisted && readToken() !== token && location.reload());
}

/** The English words come beside the frame, not after it. While developing, nothing is packed. */
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

/** The console asks again, and says what is wrong. */
const ignore = () => undefined;

/** Who may see what is known long before React is here; home's figures are asked for as soon. */
function prefetchHome(info: Partial<UserInfo>, headers: HeadersInit) {
  for (const path of homeQueries(info)) prefetch(path, headers);
}

// Stands in the page itself, and runs before any of its files are here.
boot();
