import type { UserInfo } from '@suyuan/contract';
import { homeAsks } from './app/home/asks.ts';
import { askEarly } from './kit/early.ts';
import { readToken } from './kit/token.ts';
import { lastTold } from './kit/told.ts';

/** Sends strangers to the sign-in page with the way back; for the others asks at once what the console needs first. */
export function begin(): boolean {
  const { pathname, search, hash } = location;
  const token = readToken();
  const home = pathname === '/' || pathname === '/index';
  if (!token) {
    const way = (pathname === '/' ? '/index' : pathname) + search + hash;
    location.replace(`/user/login${pathname === '/user' ? '' : `?redirect=${encodeURIComponent(way)}`}`);
    return false;
  }
  keepFromOthers(token);
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': storedLanguage() };
  const told = lastTold<{ info: UserInfo }>(token);
  const info = askEarly('/getInfo', headers);
  if (home && told) askAtOnce(told.info, headers);
  askEarly('/getRouters', headers);
  askEarly('/public/settings', headers);
  if (home && !told) void info.then(bodyOf).then((known) => askAtOnce(known, headers), ignore);
  return true;
}

/** What the browser remembers for its back button is this user's: it is left empty after signing out, and asked for anew by anyone else. */
function keepFromOthers(token: string) {
  addEventListener('pagehide', () => readToken() !== token && document.body.replaceChildren());
  addEventListener('pageshow', ({ persisted }) => persisted && readToken() !== token && location.reload());
}

const bodyOf = (answer: Response): Promise<Partial<UserInfo>> => answer.clone().json();

/** The console asks again, and says what is wrong. */
const ignore = () => undefined;

/** Who may see what is known long before React is here; home's figures are asked for as soon. */
function askAtOnce({ permissions = [] }: Partial<UserInfo>, headers: HeadersInit) {
  for (const path of homeAsks(permissions)) askEarly(path, headers);
}

const storedLanguage = () => (localStorage.getItem('suyuan.language') === '"en-US"' ? 'en-US' : 'zh-CN');
