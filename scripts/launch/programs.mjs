import { existsSync } from 'node:fs';
import { say } from './log.mjs';
import { run } from './run.mjs';

/**
 * A program that tests need: known paths, the variable that overrides them, and Debian packages in order of preference. Each is
 * installed together with the packages in `companions`.
 *
 * @typedef {{ name: string, tests: string, variable: string, places: string[], packages: string[], companions?: string[] }} Wanted
 */

/**
 * Finds a program or installs Debian's package. Returns its path, or undefined.
 *
 * @param {Wanted} wanted
 */
async function program({ name, tests, variable, places, packages, companions = [] }) {
  const find = () => [process.env[variable], ...places].find((place) => place && existsSync(place));
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const wanted = [packages[0], ...companions].join(' ');
    say(
      `${tests}需要 ${name}；先执行 sudo apt-get install ${wanted}，或用 ${variable} 指定路径 / install ${name}, or name one by ${variable}`,
    );
    return undefined;
  }
  say(`正在安装 Debian 的 ${name} / installing Debian’s ${name}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => run('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await apt('update');
  for (const each of packages) {
    if ((await apt('install', '-y', '--no-install-recommends', each, ...companions)) === 0) break;
  }
  if (!find()) say(`${name} 安装失败；检查网络 / ${name} could not be installed: check the network`);
  return find();
}

/** Path of Chromium for browser tests, with a Chinese font; undefined if not available. */
export const chromium = () =>
  program({
    name: 'Chromium',
    tests: '浏览器测试',
    variable: 'CHROMIUM',
    places: [
      // the headless shell has the same engine and needs a third less CPU
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    // older Debian releases have no headless shell package
    packages: ['chromium-headless-shell', 'chromium'],
    companions: ['fonts-noto-cjk'],
  });

/** Path of Redis or Valkey for the tests of replicas; undefined if not available. */
export const redis = () =>
  program({
    name: 'Redis',
    tests: '多副本测试',
    variable: 'REDIS_SERVER',
    places: ['/usr', '/usr/local', '/opt/homebrew'].flatMap((root) => ['redis', 'valkey'].map((name) => `${root}/bin/${name}-server`)),
    packages: ['redis-server'],
  });

/** Path of nginx for the tests of rolling restarts; undefined if not available. */
export const nginx = () =>
  program({
    name: 'nginx',
    tests: '滚动重启测试',
    variable: 'NGINX',
    places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'],
    packages: ['nginx-light'],
  });

/** Path of Caddy for the tests of docs/ruoyi-server.md; undefined if not available. */
export const caddy = () =>
  program({
    name: 'Caddy',
    tests: '静态托管测试',
    variable: 'CADDY',
    places: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
    packages: ['caddy'],
  });

/** Path of Patroni for the failover test, next to etcd, HAProxy and PostgreSQL; undefined if not available. */
export const patroni = () =>
  program({
    name: 'Patroni',
    tests: '主备切换测试',
    variable: 'PATRONI',
    places: ['/usr/bin/patroni'],
    packages: ['patroni'],
    companions: ['python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15'],
  });

/** Path of the libfaketime library for clock tests; undefined if not available. */
export const faketime = () =>
  program({
    name: 'libfaketime',
    tests: '时钟故障测试',
    variable: 'LIBFAKETIME',
    places: ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`),
    packages: ['libfaketime'],
  });

/** Path of wrk, which calls the server in benchmarks; undefined if not available. */
export const wrk = () =>
  program({
    name: 'wrk',
    tests: '测速',
    variable: 'WRK',
    places: ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'],
    packages: ['wrk'],
  });
