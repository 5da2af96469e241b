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
export async function program({ name, tests, variable, places, packages, companions = [] }) {
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
