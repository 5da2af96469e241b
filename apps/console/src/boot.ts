import type { UserInfo } from '@suyuan/contract';
import { homeAsks } from './app/home/asks.ts';
import { askEarly } from './kit/early.ts';
import { readToken } from './kit/token.ts';
import { lastTold } from './kit/told.ts';

/** Sends strangers to the sign-in page with the way back; for the others asks at once what the console needs first. */
function begin() {
  const { pathname, search, hash } = location;
  const familyPage = /^\/(login|register)\/?$/.exec(pathname); // where other consoles of the family have these pages
  if (familyPage) return location.replace(`/user/${familyPage[1]}${search}`);
  const token = readToken();
  const home = pathname === '/' || pathname === '/index';
  if (!token) {
    const way = (pathname === '/' ? '/index' : pathname) + search + hash;
    return location.replace(`/user/login${pathname === '/user' ? '' : `?redirect=${encodeURIComponent(way)}`}`);
  }
  keepFromOthers(token);
  const language = storedLanguage();
  if (language === 'en-US') fetchEnglish();
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
  const told = lastTold<{ info: UserInfo }>(token);
  const info = askEarly('/getInfo', headers);
  if (home && told) askAtOnce(told.info, headers);
  askEarly('/getRouters', headers);
  if (home && !told) void info.json.then((known) => askAtOnce(known as Partial<UserInfo>, headers), ignore);
}

/** What the browser remembers for its back button is this user's: it is left empty after signing out, and asked for anew by anyone else. */
function keepFromOthers(token: string) {
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
function askAtOnce(info: Partial<UserInfo>, headers: HeadersInit) {
  for (const path of homeAsks(info)) askEarly(path, headers);
}

const storedLanguage = () => (localStorage.getItem('suyuan.language') === '"en-US"' ? 'en-US' : 'zh-CN');

// Stands in the page itself, and runs before any of its files are here.
begin();
