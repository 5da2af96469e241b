import { existsSync } from 'node:fs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const places = [
  process.env.CHROMIUM,
  // without windows and their bars: the same engine for a third less work
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const fonts = 'fonts-noto-cjk';
/** Older releases have no headless shell of its own. */
const packages = ['chromium-headless-shell', 'chromium'];

/** Finds a Chromium, or installs Debian's with a Chinese font; answers its path, undefined where there is no way. */
export async function chromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(
      `浏览器测试需要 Chromium；先执行 sudo apt-get install ${packages[0]} ${fonts}，或用 CHROMIUM 指定路径 / install Chromium, or name one by CHROMIUM`,
    );
    return undefined;
  }
  say('正在安装 Debian 的 Chromium / installing Debian’s Chromium');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => run('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await apt('update');
  for (const name of packages) {
    if ((await apt('install', '-y', '--no-install-recommends', name, fonts)) === 0) break;
  }
  if (!find()) say('Chromium 安装失败；检查网络 / Chromium could not be installed: check the network');
  return find();
}

const find = () => places.find((place) => place && existsSync(place));
