import { apiUrl } from './site-config.ts';

/** Pages that are no way on: those before signing in. */
const SIGN_IN = /^\/(user\/|(login|register)(\.html)?([/?#]|$))/;

/** The path to go on to after signing in: only an own one, starting with exactly one `/`; anything else leads home. */
export const ownPath = (path: string | null | undefined): string =>
  path && /^\/(?![/\\])/.test(path) && !SIGN_IN.test(path) && !path.startsWith(apiUrl('/')) && !/[\t\r\n\\]/.test(path) ? path : '/index';
