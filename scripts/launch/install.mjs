import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fail, reportProgress, say } from './log.mjs';
import { at, ownNode } from './paths.mjs';
import { inTurn } from './repository-lock.mjs';
import { run } from './run.mjs';

/** npm's options by scope. Each scope contains the one before: the server, the build of the console, tests and tools. */
const scopes = {
  server: ['--workspace=@suyuan/server', '--omit=dev'],
  build: ['--workspace=@suyuan/server', '--workspace=@suyuan/console', '--include=dev'],
  all: ['--include=dev'],
};

const stamp = at('node_modules', '.suyuan-install');
const note = at('node_modules', '.package-lock.json');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
const packagesOf = (file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);

/** Installs the lockfile's packages of a scope if needed. Concurrent launchers wait for one installation. */
export async function install(scope = 'all') {
  if (isInstalled(scope)) return;
  await inTurn(async () => {
    if (isInstalled(scope)) return;
    if (isInstalledByHand()) return sign('all');
    await installScope(scope);
    sign(scope);
  });
}

export function isInstalled(scope) {
  const names = Object.keys(scopes);
  return names.indexOf(installedScope()) >= names.indexOf(scope);
}

function installedScope() {
  if (!existsSync(stamp) || ownNode() === undefined) return undefined;
  const [hash, scope] = readFileSync(stamp, 'utf8').split(' ');
  return hash === lockHash() ? scope : undefined;
}

const sign = (scope) => writeFileSync(stamp, `${lockHash()} ${scope}`);

/** Detects a complete `npm ci` or `npm install` by the user: npm writes this file last. */
function isInstalledByHand() {
  if (!existsSync(note) || ownNode() === undefined) return false;
  const installed = Object.fromEntries(packagesOf(note));
  return packagesOf(at('package-lock.json')).every(
    ([place, { version, optional }]) =>
      !place.startsWith('node_modules/') || optional || (installed[place]?.version === version && existsSync(at(place))),
  );
}

async function installScope(scope) {
  say('正在安装依赖，首次约需一两分钟 / installing what is missing, a minute or two the first time');
  const quiet = reportProgress('安装中 / installing');
  const start = Date.now();
  // `npm ci` deletes all packages first, also those of a running server
  const command = installedScope() ? ['install', '--no-save'] : ['ci'];
  // Runs no package scripts. Includes optional packages, whatever the environment sets.
  const args = [...command, ...scopes[scope], '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const [program, ...before] = cli?.endsWith('npm-cli.js') ? [process.execPath, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const code = await run(program, [...before, ...args], { env: { NODE_ENV: '' } });
  quiet();
  if (code !== 0) fail('依赖安装失败；检查网络后重试 / installing failed: check the network and try again', code > 128 ? code : 1);
  removeHeaders();
  say(`依赖已装好，用时 ${Math.round((Date.now() - start) / 1000)} 秒 / installed`);
}

/** Node's C headers: 67 MB that no package is compiled with. */
function removeHeaders() {
  for (const name of readdirSync(at('node_modules')))
    if (/^node-(bin-)?(linux|darwin|win)-/.test(name)) remove(at('node_modules', name, 'include'));
}

/** After a build for the server alone: removes the console's packages, which its bundle contains. */
export function removeBuildPackages() {
  if (installedScope() !== 'build') return;
  sign('server');
  remove(note);
  for (const [place, { dev }] of packagesOf(at('package-lock.json'))) if (dev && place.startsWith('node_modules/')) remove(at(place));
}

const remove = (place) => rmSync(place, { recursive: true, force: true });
