import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort } from '../../platform/db/embedded/postmaster.ts';

const PASSWORD = 'seven quiet rivers meet';
const browserPaths = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the copy as an installation, signs in with a browser, runs `check` and removes everything. */
export async function runInBrowser(copy: string, check: (page: Page, base: string) => Promise<void>): Promise<string[]> {
  const executablePath = browserPaths.find((file) => file && existsSync(file));
  if (!executablePath) throw new Error('no Chromium found');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-generated-'));
  const [port, publicPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), PUBLIC_PORT: String(publicPort), DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD };
  const server = spawn(process.execPath, ['apps/server/src/boot/main.ts'], {
    cwd: copy,
    env: { ...process.env, ...settings, HOST: '127.0.0.1', CAPTCHA_ENABLED: 'off', SAMPLE_DATA: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const startup = new Promise<void>((resolve, reject) => {
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (part) => {
        output += part;
        if (output.includes(`:${publicPort}`)) resolve();
      });
    server.once('exit', () => reject(new Error(output)));
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  try {
    await startup;
    const page = await browser.newPage({ locale: 'zh-CN' });
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(error.message));
    const base = `http://127.0.0.1:${port}`;
    await page.goto(`${base}/user/login`);
    await page.fill('#username', 'admin');
    await page.fill('#password', PASSWORD);
    await page.click('#go');
    await page.waitForURL((url) => !url.pathname.includes('login'));
    await check(page, base);
    return pageErrors;
  } finally {
    await browser.close();
    server.removeAllListeners('exit');
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await exit;
    rmSync(dataDir, { recursive: true, force: true });
  }
}
