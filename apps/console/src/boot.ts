import { readToken } from './kit/token.ts';

/** What was asked before React came: the answers of `GET /getInfo`, `/getRouters` and `/public/settings`, as they arrive. */
export interface Early {
  info: Promise<Response>;
  routers: Promise<Response>;
  settings: Promise<Response>;
}

let early: Early | undefined;

/** The early answers, once; undefined when they were taken or nobody asked. */
export function takeEarly(): Early | undefined {
  const taken = early;
  early = undefined;
  return taken;
}

/** Sends strangers to the sign-in page with the way back; for the others asks at once what the console needs first. */
export function begin(): boolean {
  const { pathname, search, hash } = location;
  const token = readToken();
  if (!token) {
    const home = pathname === '/' || pathname === '/user';
    location.replace(`/user/login${home ? '' : `?redirect=${encodeURIComponent(pathname + search + hash)}`}`);
    return false;
  }
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': storedLanguage() };
  const ask = (path: string) => {
    const answer = fetch(`/api${path}`, { headers });
    answer.catch(() => {}); // whoever takes it handles it
    return answer;
  };
  early = { info: ask('/getInfo'), routers: ask('/getRouters'), settings: ask('/public/settings') };
  return true;
}

const storedLanguage = () => (localStorage.getItem('suyuan.language') === '"en-US"' ? 'en-US' : 'zh-CN');
