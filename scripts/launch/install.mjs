import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at, ownNode } from './places.mjs';
import { run } from './run.mjs';
import { fail, keepTelling, say } from './say.mjs';
import { inTurn } from './turn.mjs';

const stamp = at('node_modules', '.suyuan-install');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');

/** Installs the lockfile's packages if needed. Concurrent launchers wait for one installation. */
export async function install() {
  if (isInstalled()) return;
  await inTurn(async () => {
    if (isInstalled()) return;
    if (!isInstalledByHand()) await installAll();
    writeFileSync(stamp, lockHash());
  });
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash() && ownNode() !== undefined;

/** Detects a complete `npm ci` or `npm install` by the user: npm writes this file last. */
function isInstalledByHand() {
  const note = at('node_modules', '.package-lock.json');
  if (!existsSync(note) || ownNode() === undefined) return false;
  const { packages: installed } = JSON.parse(readFileSync(note, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      !place.startsWith('node_modules/') || optional || (installed[place]?.version === version && existsSync(at(place))),
  );
}

async function installAll() {
  say('正在安装依赖，首次约需一两分钟 / installing what is missing, a minute or two the first time');
  const quiet = keepTelling('安装中 / installing');
  const begun = Date.now();
  // Runs no package scripts. Includes dev and optional packages, whatever the environment sets.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const [program, ...before] = cli?.endsWith('npm-cli.js') ? [process.execPath, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const code = await run(program, [...before, ...args], { env: { NODE_ENV: '' } });
  quiet();
  if (code !== 0) fail('依赖安装失败；检查网络后重试 / installing failed: check the network and try again', code > 128 ? code : 1);
  say(`依赖已装好，用时 ${Math.round((Date.now() - begun) / 1000)} 秒 / installed`);
}
