import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessControl } from './access.ts';
import { Cache } from './cache.ts';
import { FileAnswer, Refusal, type Routes, type World } from './call.ts';
import { builtConsole, serveStatic } from './console-files.ts';
import { dispatchRequest, isSupported } from './dispatch.ts';
import { bodyForLog, readContent } from './http.ts';
import { limitCommonRole, type Module, routesFor } from './modules.ts';
import type { Database } from './records.ts';
import { accountRoutes, profileRoutes } from './routes-account.ts';
import { commonRoutes } from './routes-common.ts';
import { jobRoutes } from './routes-job.ts';
import { menuRoutes } from './routes-menu.ts';
import { monitorRoutes } from './routes-monitor.ts';
import { noticeRoutes } from './routes-notice.ts';
import { organisationRoutes } from './routes-organisation.ts';
import { roleRoutes } from './routes-role.ts';
import { loadSettings, settingRoutes } from './routes-settings.ts';
import { toolRoutes } from './routes-tool.ts';
import { userRoutes } from './routes-user.ts';
import { seedDatabase } from './seed.ts';

/** Default accounts. The limited user `ry` has the role `common`. */
export const RUOYI_ACCOUNTS = {
  admin: { username: 'admin', password: 'admin123' },
  ry: { username: 'ry', password: 'admin123' },
};

export interface RuoYiOptions {
  /** 3.9 is RuoYi 3.9.2, 3.8 is 3.8.9. */
  version?: '3.9' | '3.8';
  without?: Module[];
  /** Whether sign-in requires a captcha, default false. Its solution is `CAPTCHA_CODE`. */
  captcha?: boolean;
  /** Settings by key, such as `sys.account.registerUser`. */
  settings?: Record<string, string>;
  /** API prefix, default `/api`. */
  prefix?: string;
  /** Served as `/config.json` next to the console; default: the build's file, if any. */
  config?: object;
  /** Permissions of the role `common`; default: RuoYi's seed. */
  commonPermissions?: string[];
  console?: string;
  /** Whether `/user/login` serves `login.html`, default true; false is nginx with only `try_files`. */
  loginPage?: boolean;
}

export interface RuoYiRequest {
  method: string;
  /** Path without prefix and query. */
  path: string;
  query: Record<string, string>;
  /** JSON or form fields; undefined without a body. */
  body: unknown;
  /** Code in the response body; the HTTP status if it is no JSON, 0 if the connection was closed. */
  code: number;
}

/** API failures: closed connection, HTML instead of JSON, or a proxy error. */
export type Outage = 'gone' | 'html' | 404 | 502;

export interface RuoYi {
  url: string;
  requests: RuoYiRequest[];
  /** Requests of unknown URLs or methods, or with text in place of an id. */
  missing: RuoYiRequest[];
  /** Response overrides, by `METHOD /path`. The token check still applies. */
  overrides: Map<string, object>;
  /** Rows for setup and assertions. Settings and dictionaries are cached at startup. */
  db: Database;
  requestsOf(call: string): RuoYiRequest[];
  /** Makes all API requests fail; undefined ends the outage. */
  setOutage(outage: Outage | undefined): void;
  stop(): Promise<void>;
}

const allRoutes: Routes = {
  ...{ ...accountRoutes, ...profileRoutes, ...userRoutes, ...roleRoutes, ...menuRoutes, ...organisationRoutes },
  ...{ ...settingRoutes, ...noticeRoutes, ...monitorRoutes, ...jobRoutes, ...toolRoutes, ...commonRoutes },
};

const outages = { html: [200, 'Welcome to nginx!'], 404: [404, '404 Not Found'], 502: [502, '502 Bad Gateway'] } as const;

function fail(outage: Outage, response: ServerResponse): void {
  if (outage === 'gone') {
    response.socket?.destroy();
    return;
  }
  const [status, title] = outages[outage];
  const page = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>`;
  response.writeHead(status, { 'content-type': 'text/html' }).end(page);
}

function send(answer: object, response: ServerResponse): void {
  if (answer instanceof FileAnswer) response.writeHead(200, { ...answer.headers, 'content-type': answer.type }).end(answer.bytes);
  else response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(answer));
}

/** Code in the response body; 200 for files and bodies without one. */
const codeOf = (answer: object) => (answer as { code?: number }).code ?? 200;

/**
 * A fake of RuoYi's Java server, with recorded response shapes and RuoYi's rules, faults included. Rows are in memory. Also serves the
 * built console like nginx.
 */
export async function startRuoYi(options: RuoYiOptions = {}): Promise<RuoYi> {
  const { version = '3.9', without = [], captcha = false, prefix = '/api', config, commonPermissions, settings } = options;
  const { console: folder = builtConsole, loginPage = true } = options;
  const db = seedDatabase({ 'sys.account.captchaEnabled': String(captcha), ...settings });
  const cache = new Cache();
  const world: World = { db, cache, access: new AccessControl(db, cache), files: new Map(), version };
  const routes = routesFor(allRoutes, db, { version, without });
  if (commonPermissions) limitCommonRole(db, commonPermissions);
  loadSettings(world);
  const requests: RuoYiRequest[] = [];
  const missing: RuoYiRequest[] = [];
  const overrides = new Map<string, object>();
  let outage: Outage | undefined;

  async function answerRequest(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://ruoyi');
    if (!url.pathname.startsWith(`${prefix}/`)) {
      if (config && url.pathname === '/config.json') return send(config, response);
      return serveStatic(folder, loginPage && url.pathname === '/user/login' ? '/login.html' : url.pathname, response);
    }
    const method = request.method ?? 'GET';
    const path = url.pathname.slice(prefix.length);
    const content = await readContent(request);
    const entry: RuoYiRequest = { method, path, query: Object.fromEntries(url.searchParams), body: bodyForLog(content), code: 0 };
    requests.push(entry);
    if (!isSupported(allRoutes, routes, method, path)) missing.push(entry);
    if (outage) {
      entry.code = outage === 'gone' ? 0 : outages[outage][0];
      return fail(outage, response);
    }
    const answer = await dispatchRequest(world, { routes, overrides }, request, url, path, content).catch((error: Error) => ({
      msg: error.message,
      code: error instanceof Refusal ? error.code : 500,
    }));
    entry.code = codeOf(answer);
    send(answer, response);
  }

  // a browser that leaves a page closes its open connections
  const server = createServer((request, response) => void answerRequest(request, response).catch(() => response.destroy()));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests, missing, overrides, db },
    requestsOf: (call) => requests.filter(({ method, path }) => `${method} ${path}` === call),
    setOutage: (nextOutage) => {
      outage = nextOutage;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
