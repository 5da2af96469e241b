import type { IncomingMessage } from 'node:http';
import { type Call, FileAnswer, ok, Parameters, Refusal, type Route, type Routes, toIds, type World } from './call.ts';
import { timeText } from './clock.ts';
import { type Content, filterTags, parseJson } from './http.ts';
import { withKeysOf38 } from './modules.ts';
import { nextId } from './records.ts';
import { profileFile } from './routes-common.ts';

const LOGOUT = '/logout';
/** URLs without token check, even if they do not exist. */
const OPEN = /^\/(druid|swagger-ui|v3\/api-docs|profile)\/|^\/[^/]*\.(html|css|js)$/;

interface Match {
  key: string;
  route: Route;
  variables: Record<string, string>;
}

/** Decodes a URL part; returns it unchanged if malformed. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  if (patternParts.length !== pathParts.length) return undefined;
  const variables: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const text = pathParts[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return undefined;
    } else if (text === '') return undefined;
    else variables[part.slice(1)] = decodePart(text);
  }
  return variables;
}

/** Matching routes, those without variables first, as in Spring. */
function matchesOf(routes: Routes, path: string): Match[] {
  const matches = Object.entries(routes).flatMap(([key, route]) => {
    const variables = matchPath(key.slice(key.indexOf('/')), path);
    return variables ? [{ key, route, variables }] : [];
  });
  return matches.toSorted((one, other) => Object.keys(one.variables).length - Object.keys(other.variables).length);
}

/** Whether a numeric variable has text, which means that another URL is intended. */
const hasText = ([name, value]: [string, string]) => name !== 'tokenId' && /(Id|Ids|Code|Codes)$/.test(name) && !/^[\d,-]+$/.test(value);

/**
 * Whether this server has the intended URL of a request.
 *
 * @param all routes of every version and module, to find the intended one
 * @param routes routes of this server
 */
export function isSupported(all: Routes, routes: Routes, method: string, path: string): boolean {
  if (path === LOGOUT || path.startsWith('/profile/')) return true;
  const intended = matchesOf(all, path).find(({ key }) => key.startsWith(`${method} `));
  return intended !== undefined && intended.key in routes && !Object.entries(intended.variables).some(hasText);
}

function callOf(world: World, request: IncomingMessage, url: URL, path: string, content: Content, variables: Record<string, string>): Call {
  const session = world.access.sessionOf(request.headers.authorization);
  const variable = (name: string) => variables[name] ?? '';
  return {
    ...world,
    method: request.method ?? 'GET',
    path,
    parameters: new Parameters(url.searchParams, content.form),
    uploads: content.uploads,
    userAgent: request.headers['user-agent'] ?? '',
    get session() {
      if (!session) throw new Refusal('获取用户信息异常', 401);
      return session;
    },
    get body() {
      return parseJson(filterTags(path, content.text));
    },
    variable,
    id: (name) => {
      const text = variable(name);
      if (!/^-?\d+$/.test(text)) throw new Refusal(`请求参数类型不匹配，参数[${name}]要求类型为：'java.lang.Long'，但输入值为：'${text}'`);
      return Number(text);
    },
    ids: (name) => toIds(name, variable(name)),
  };
}

const withoutPasswords = (text: string) => text.replace(/"(?:password|oldPassword|newPassword|confirmPassword)":"[^"]*",?/g, '');

function recordOperation(call: Call, [title, businessType]: [string, number], content: Content, answer: object, error: string | null) {
  const { db, session } = call;
  const form = Object.fromEntries(call.parameters.all);
  db.operLogs.push({
    ...{ operId: nextId(db, 'operId'), title, businessType, requestMethod: call.method, operatorType: 1, operUrl: call.path },
    ...{ method: `com.ruoyi.web.controller.${call.path.split('/').filter(Boolean).slice(0, 2).join('.')}()`, costTime: 3 },
    ...{ operName: session.user.userName, deptName: session.user.dept?.deptName ?? null, operIp: '127.0.0.1', operLocation: '内网IP' },
    operParam: withoutPasswords(Object.keys(form).length > 0 ? JSON.stringify(form) : content.text).slice(0, 2000),
    jsonResult: error === null && !(answer instanceof FileAnswer) ? JSON.stringify(answer).slice(0, 2000) : null,
    ...{ status: error === null ? 0 : 1, errorMsg: error, operTime: timeText() },
  });
}

async function handle({ route }: Match, call: Call, content: Content): Promise<object> {
  if (!route.open && route.permission) {
    const { permissions } = call.session;
    if (!permissions.includes('*:*:*') && !permissions.includes(route.permission)) throw new Refusal('没有权限，请联系管理员授权', 403);
  }
  try {
    const answer = await route.handle(call);
    if (route.log) recordOperation(call, route.log, content, answer, null);
    return answer;
  } catch (error) {
    if (route.log) recordOperation(call, route.log, content, {}, (error as Error).message);
    throw error;
  }
}

interface ResponseSources {
  routes: Routes;
  overrides: Map<string, object>;
}

/** Handles a request as Spring and RuoYi do. @throws Refusal for everything that RuoYi refuses */
export async function dispatchRequest(
  world: World,
  { routes, overrides }: ResponseSources,
  request: IncomingMessage,
  url: URL,
  path: string,
  content: Content,
): Promise<object> {
  const method = request.method ?? 'GET';
  const matches = matchesOf(routes, path);
  const match = matches.find(({ key }) => key.startsWith(`${method} `));
  const session = world.access.sessionOf(request.headers.authorization);
  const override = overrides.get(`${method} ${path}`);
  if (path === LOGOUT) {
    // neither method nor token is checked
    if (session) world.access.signOut(session.tokenId);
    return override ?? ok({ msg: '退出成功' });
  }
  if (!session && !match?.route.open && !OPEN.test(path)) throw new Refusal(`请求访问：${path}，认证失败，无法访问系统资源`, 401);
  if (override) return override;
  if (path.startsWith('/profile/')) return profileFile(world, decodePart(path));
  if (match) {
    const answer = await handle(match, callOf(world, request, url, path, content, match.variables), content);
    return world.version === '3.8' ? withKeysOf38(path, answer) : answer;
  }
  if (matches.length > 0) throw new Refusal(`Request method '${method}' is not supported`);
  throw new Refusal(`No static resource ${path.slice(1)} for request '${path}'.`);
}
