import type { PublicSettings, ServerRoute, UserInfo } from '@suyuan/contract';
import { forgetEarly } from '../kit/early.ts';
import { envelope } from '../kit/request.ts';
import { dropToken } from '../kit/token.ts';

/** What is known of the signed-in user once the console opens. */
export interface Session {
  info: UserInfo;
  routers: ServerRoute[];
  settings: PublicSettings;
}

/** Role of users who hold none (specification §9). */
const ROLE_DEFAULT = 'ROLE_DEFAULT';

/** User info, menu tree and public settings. */
export async function loadSession(): Promise<Session> {
  const ask = <T>(path: string) => envelope<T>('GET', path, undefined, { quiet401: true });
  const [info, routers, settings] = await Promise.all([
    ask<UserInfo>('/getInfo'),
    ask<{ data: ServerRoute[] }>('/getRouters'),
    ask<{ data: PublicSettings }>('/public/settings').catch(() => ({ data: noSettings })),
  ]);
  setTimeout(forgetEarly, 10_000);
  const roles = info.roles?.length ? info.roles : [ROLE_DEFAULT];
  return { info: { ...info, roles, permissions: info.permissions ?? [] }, routers: routers.data ?? [], settings: settings.data };
}

/** The frame stands without the public settings; only what they switch on is missing. */
const noSettings: PublicSettings = {
  company: '',
  icp: '',
  captchaEnabled: false,
  registerEnabled: false,
  englishEnabled: false,
  previewSite: false,
  publicBaseUrl: '',
};

/** Ends the session here and, if it can be reached, on the server; then opens `path`, whose guard does the rest. */
export async function signOut(path: string): Promise<void> {
  await envelope('DELETE', '/logout', undefined, { timeout: 5000, quiet401: true }).catch(() => undefined);
  dropToken();
  location.assign(path);
}

/** Where the sign-in page finds a sentence to show. */
const NOTICE = 'suyuan.notice';

/** User info did not come: the sign-in page says so once, and the way leads back to the home page. */
export async function giveUp(): Promise<void> {
  sessionStorage.setItem(NOTICE, 'userInfo');
  await signOut('/index');
}
