import { test as base, type Page } from '@playwright/test';
import { freePort } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { type Api, api, tokenOf } from './api.ts';
import { describePages, newVisitor, type VisitorOptions } from './browser.ts';
import { recordNotices } from './notices.ts';
import { type Suyuan, startSuyuan } from './suyuan-process.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  /** Settings of the server. A group of tests with other settings has its own server. */
  environment: Record<string, string>;
  /** Whether each test has its own server, because it changes what other tests of the file rely on. */
  ownServer: boolean;
  /** The running product. The tests of a file share it, and must not rely on each other's records. */
  suyuan: Suyuan;
  /** Script errors of all pages of the test so far. */
  faults: string[];
  /** Opens a page of a new visitor with empty storage. */
  openPage(options?: VisitorOptions): Promise<Page>;
  /** Opens the console as that user at a path, default home. */
  signIn(userName: string, path?: string, options?: VisitorOptions): Promise<Page>;
  /** The server's API as that user. */
  apiAs(userName: string): Promise<Api>;
  describeFailure: undefined;
}

interface WorkerFixtures {
  servers: Servers;
}

/** One server at a time. The ports stay the same, and with them the browser's caches. */
class Servers {
  #key = '';
  #suyuan: Suyuan | undefined;
  #ports: Record<string, string> | undefined;

  async get(key: string, environment: Record<string, string>): Promise<Suyuan> {
    if (this.#suyuan && this.#key === key) return this.#suyuan;
    await this.stop();
    this.#ports ??= { PORT: String(await freePort()), PUBLIC_PORT: String(await freePort()) };
    this.#key = key;
    this.#suyuan = await startSuyuan({ ...this.#ports, ...environment });
    return this.#suyuan;
  }

  /** End of the output of the running server. */
  get output(): string {
    return this.#suyuan?.output().slice(-4000) ?? '';
  }

  async stop() {
    await this.#suyuan?.stop();
    this.#suyuan = undefined;
  }
}

const accessToken = (value: string) => ({
  name: 'suyuan.accessToken',
  value: JSON.stringify({ value, expires: Date.now() + 7 * 86_400_000 }),
});

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true }],
  ownServer: [false, { option: true }],
  servers: [
    async ({}, use) => {
      const servers = new Servers();
      await use(servers);
      await servers.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  suyuan: [
    async ({ servers, environment, ownServer }, use, { file, testId, retry }) => {
      const owner = ownServer ? `${testId} ${retry}` : file;
      await use(await servers.get(`${owner} ${JSON.stringify(environment)}`, environment));
    },
    { timeout: 240_000 },
  ],
  faults: async ({}, use) => use([]),
  openPage: async ({ browser, faults }, use, testInfo) => {
    const pages: Page[] = [];
    await use(async (options) => {
      const visitor = await newVisitor(browser, options, faults);
      await visitor.page.addInitScript(recordNotices);
      pages.push(visitor.page);
      return visitor.page;
    });
    if (testInfo.status !== testInfo.expectedStatus) console.log(await describePages());
    await Promise.all(pages.map((page) => page.context().close()));
  },
  page: async ({ openPage }, use) => use(await openPage()),
  signIn: async ({ openPage, suyuan: { consoleUrl, passwords } }, use) => {
    await use(async (userName, path = '/index', options = {}) => {
      const token = await tokenOf(consoleUrl, userName, passwords[userName] ?? '');
      const storageState = { cookies: [], origins: [{ origin: consoleUrl, localStorage: [accessToken(token)] }] };
      const page = await openPage({ storageState, ...options });
      await page.goto(consoleUrl + path);
      return page;
    });
  },
  apiAs: async ({ suyuan: { consoleUrl, passwords } }, use) => {
    await use(async (userName) => api(consoleUrl, await tokenOf(consoleUrl, userName, passwords[userName] ?? '')));
  },
  describeFailure: [
    async ({ servers }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) console.log(`── server\n${servers.output}`);
    },
    { auto: true },
  ],
});
