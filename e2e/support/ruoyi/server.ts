import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessControl } from './access.ts';
import { Cache } from './cache.ts';
import { FileAnswer, Refusal, type Routes, type World } from './call.ts';
import { builtConsole, serveStatic } from './console-files.ts';
import { isKnown, shipment } from './dispatch.ts';
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

/** The accounts of a new server. The limited user `ry` holds the role `common`. */
export const RUOYI_ACCOUNTS = {
  admin: { username: 'admin', password: 'admin123' },
  ry: { username: 'ry', password: 'admin123' },
};

export interface RuoYiOptions {
  /** 3.9 is RuoYi 3.9.2 as recorded, 3.8 is 3.8.9. */
  version?: '3.9' | '3.8';
  /** Modules whose addresses and menus are missing. */
  without?: Module[];
  /** Whether a sign-in asks for a captcha, false by default. Its answer is `CAPTCHA_CODE`. */
  captcha?: boolean;
  /** Values of settings by their key, such as `sys.account.registerUser`. */
  settings?: Record<string, string>;
  /** Where the API is, `/api` by default. */
  prefix?: string;
  /** Served as `/config.json` next to the console; by default the file of the build, if it has one. */
  config?: object;
  /** Permissions of the role `common`; by default all that RuoYi's seed grants it. */
  commonPermissions?: string[];
  /** The folder of the built console. */
  console?: string;
  /** Whether the host answers `/user/login` with `login.html`, true by default; false is nginx with only `try_files`. */
  loginPage?: boolean;
}

/** An API request and the code that it was answered. */
export interface RuoYiRequest {
  method: string;
  /** Path without the prefix and the query. */
  path: string;
  query: Record<string, string>;
  /** The body as JSON, a form as its fields; undefined without one. */
  body: unknown;
  /** Code in the body of the answer; its HTTP status when it is no JSON, 0 when the connection was closed. */
  code: number;
}

/** How the API fails: a closed connection, a page instead of JSON, or a proxy's error. */
export type Outage = 'gone' | 'html' | 404 | 502;

export interface RuoYi {
  url: string;
  /** Every API request so far. */
  requests: RuoYiRequest[];
  /** Those to an address or method that the server does not have, text in the place of an id included. */
  missing: RuoYiRequest[];
  /** Answers that take the place of a route's own, by `METHOD /path`. A request that needs a token is refused without one. */
  overrides: Map<string, object>;
  /** The rows, for what a test prepares or checks. Settings and dictionaries are cached at the start. */
  db: Database;
  /** Requests so far by `METHOD /path`. */
  requestsOf(call: string): RuoYiRequest[];
  /** Makes every API request fail; undefined ends the outage. */
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

/** The code in the body of an answer; 200 for a file and for what has none. */
const codeOf = (answer: object) => (answer as { code?: number }).code ?? 200;

/**
 * A stand-in of RuoYi's own server, which is a Java application that tests cannot run. It answers with the recorded shapes and keeps
 * RuoYi's rules, its faults too. Rows are kept in memory. It also serves the built console like nginx.
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
    if (!isKnown(allRoutes, routes, method, path)) missing.push(entry);
    if (outage) {
      entry.code = outage === 'gone' ? 0 : outages[outage][0];
      return fail(outage, response);
    }
    const answer = await shipment(world, { routes, overrides }, request, url, path, content).catch((error: Error) => ({
      msg: error.message,
      code: error instanceof Refusal ? error.code : 500,
    }));
    entry.code = codeOf(answer);
    send(answer, response);
  }

  // a browser that leaves its page closes the connection of what it was sending
  const server = createServer((request, response) => void answerRequest(request, response).catch(() => response.destroy()));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests, missing, overrides, db },
    requestsOf: (call) => requests.filter(({ method, path }) => `${method} ${path}` === call),
    setOutage: (wanted) => {
      outage = wanted;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
