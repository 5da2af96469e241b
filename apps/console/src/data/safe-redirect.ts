import { apiUrl } from './site-config.ts';

/** Pages before sign-in; they are not valid redirect targets. */
const SIGN_IN = /^\/(user\/|(login|register)(\.html)?([/?#]|$))/;

/** A same-site path with exactly one leading `/`, otherwise the home page. */
export const safeRedirectPath = (path: string | null | undefined): string =>
  path && /^\/(?![/\\])/.test(path) && !SIGN_IN.test(path) && !path.startsWith(apiUrl('/')) && !/[\t\r\n\\]/.test(path) ? path : '/index';
