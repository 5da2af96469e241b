import { existsSync } from 'node:fs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const places = [
  process.env.REDIS_SERVER,
  '/usr/bin/redis-server',
  '/usr/bin/valkey-server',
  '/usr/local/bin/redis-server',
  '/usr/local/bin/valkey-server',
  '/opt/homebrew/bin/redis-server',
  '/opt/homebrew/bin/valkey-server',
];

/** Finds a Redis or Valkey for the tests of replicas, or installs Debian's; answers its path, undefined where there is no way. */
export async function redis() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(
      '多副本测试需要 Redis；先执行 sudo apt-get install redis-server，或用 REDIS_SERVER 指定路径 / install Redis, or name one by REDIS_SERVER',
    );
    return undefined;
  }
  say('正在安装 Debian 的 Redis / installing Debian’s Redis');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => run('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await apt('update');
  const code = await apt('install', '-y', '--no-install-recommends', 'redis-server');
  if (code !== 0) say('Redis 安装失败；检查网络 / Redis could not be installed: check the network');
  return find();
}

const find = () => places.find((place) => place && existsSync(place));
