import type { Endpoint, RestMethod } from '@suyuan/contract';

export const REST_PREFIX = '/api/v1';

/** `codeRules` → `code-rules` */
export const kebab = (name: string) => name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Keeps the names of parameters. */
const kebabPath = (path: string) => path.replace(/(?<=\/)[^:/][^/]*/g, kebab);

export interface RestLine {
  method: RestMethod;
  url: string;
}

/**
 * Method and path below `/api/v1` of a declared request. A list is the noun itself. The edit of a record is `PATCH`, any other `PUT` is
 * an action and becomes `POST`, unless the declaration says otherwise.
 * @throws if a `GET` that writes has no line
 */
export function restLine({ method, path, subPath, rest = '', log }: Endpoint): RestLine {
  const [restMethod, restPath] = rest.split(' ');
  if (restPath) return { method: restMethod as RestMethod, url: restPath };
  if (method === 'GET' && log) throw new Error(`GET ${path} writes, so it needs another method below ${REST_PREFIX}`);
  const url = `${rest && `/${rest}`}${kebabPath(subPath.replace(/\/list$/, ''))}`;
  return { method: method !== 'PUT' ? method : subPath === '' ? 'PATCH' : 'POST', url };
}
