import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { consoleApp } from '../boot/app.ts';
import * as sessionService from '../features/identity/session/session.service.ts';
import { hearsOthers } from '../platform/cache/cache.ts';
import type { Db } from '../platform/db/db.ts';
import { readLayout } from '../platform/db/layout.ts';
import { folderStore } from '../platform/files/folder-store.ts';
import type { Installation } from '../platform/http/installation.ts';
import { translate } from '../platform/translations.ts';
import { assertDocumented } from './assert-documented.ts';
import { cloneDatabase } from './database.ts';
import { insertRole, insertUser } from './factories.ts';
import { until } from './until.ts';

interface Reply {
  status: number;
  type: string;
  headers: Record<string, unknown>;
  /** Parsed JSON, else bytes. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  body: any;
}

export interface Client {
  /** Of the signed-in user; 0 without sign-in. */
  userId: number;
  userName: string;
  token: string;
  get(url: string, headers?: Record<string, string>): Promise<Reply>;
  post(url: string, body?: object | string, headers?: Record<string, string>): Promise<Reply>;
  put(url: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
  delete(url: string, headers?: Record<string, string>): Promise<Reply>;
  upload(url: string, fileName: string, bytes: Buffer, headers?: Record<string, string>): Promise<Reply>;
}

export interface TestServer {
  app: FastifyInstance;
  db: Db;
  url: string;
  owner: Db;
  ownerUrl: string;
  installation: Installation;
  stranger: Client;
  /** A new user with one role that grants `permissions`; `deptId` and `dataScope` restrict visible rows. */
  as(permissions: string[], options?: { deptId?: number; dataScope?: '1' | '2' | '3' | '4' | '5' }): Promise<Client>;
  close(): Promise<void>;
}

/** The console app on a cloned database, without a socket. */
export async function startTestServer(open = () => cloneDatabase()): Promise<TestServer> {
  const { db, url, owner, ownerUrl, close } = await open();
  await readLayout(db);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-test-'));
  const installation: Installation = {
    db,
    masterKey: randomBytes(32),
    dataDir,
    files: folderStore(dataDir),
    publicBaseUrl: 'https://t.example.cn',
    consoleDir: dataDir,
    englishEnabled: true,
    previewSite: false,
    serviceWorker: true,
    trustProxy: false,
    // tests share the event loop with the server
    limits: { loopDelay: Number.POSITIVE_INFINITY },
    logLevel: 'silent',
    translate,
  };
  const app = await consoleApp(installation);
  await app.ready();
  // the connection for notifications empties the caches when it opens
  await until(() => hearsOthers(db));
  return {
    app,
    db,
    url,
    owner,
    ownerUrl,
    installation,
    stranger: client(app, '', 0, ''),
    async as(permissions, options = {}) {
      const user = await insertUser(db, { deptId: options.deptId ?? 100 });
      await insertRole(db, user.userId, permissions, options.dataScope ?? '1');
      const { token } = await sessionService.open(db, { userId: user.userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
      return client(app, token, user.userId, user.userName);
    },
    async close() {
      await app.close();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function client(app: FastifyInstance, token: string, userId: number, userName: string): Client {
  const call = async (options: InjectOptions): Promise<Reply> => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const reply = await app.inject({ ...options, url: `/api${options.url}`, headers: { ...authorization, ...options.headers } });
    const type = String(reply.headers['content-type'] ?? '');
    const body = type.includes('json') ? reply.json() : reply.rawPayload;
    // validates every JSON response against its documented schema
    if (type.startsWith('application/json')) assertDocumented(app.routeTable, String(options.method), `/api${options.url}`, body);
    return { status: reply.statusCode, type, headers: reply.headers, body };
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    userId,
    userName,
    token,
    get: (url, headers = {}) => call({ method: 'GET', url, headers }),
    post: (url, body = {}, headers = {}) =>
      call({ method: 'POST', url, payload: body, headers: { ...(typeof body === 'string' ? form : {}), ...headers } }),
    put: (url, body = {}, headers = {}) => call({ method: 'PUT', url, payload: body, headers }),
    delete: (url, headers = {}) => call({ method: 'DELETE', url, headers }),
    upload: (url, fileName, bytes, headers = {}) => {
      const boundary = 'b0undary';
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
      return call({ method: 'POST', url, payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers } });
    },
  };
}
