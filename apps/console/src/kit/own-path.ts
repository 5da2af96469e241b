/** The path to go on to after signing in: only an own one, starting with exactly one `/`; anything else leads home. */
export const ownPath = (path: string | null | undefined): string =>
  path && /^\/(?![/\\])/.test(path) && !/^\/(user\/|api\/)/.test(path) && !/[\t\r\n\\]/.test(path) ? path : '/index';
