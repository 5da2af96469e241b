import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { install, isInstalled, removeBuildPackages } from './install.mjs';
import { fail, reportProgress, say } from './log.mjs';
import { at, root } from './paths.mjs';
import { inTurn } from './repository-lock.mjs';
import { runOwn } from './run.mjs';

const page = at('apps', 'console');
const built = path.join(page, 'dist');
const stamp = at('.launch', 'console-build');
const sources = [page, at('packages'), at('locales'), at('reference-data', 'map'), at('package-lock.json'), at('tsconfig.base.json')];
const passedOver = new Set(['dist', 'dist.new', 'node_modules']);

/** Installs and builds what the server needs. Exits with a message if the build fails. */
export async function prepareServer() {
  if (isBuilt() && isInstalled('server')) return;
  await inTurn(async () => {
    await install(isBuilt() ? 'server' : 'build');
    if (!(await buildConsole())) fail('控制台构建失败；看上面的原因 / the console could not be built: see above', 1);
    removeBuildPackages();
  });
}

/** Builds the console if its sources have changed. Returns whether a complete build exists. */
export async function buildConsole() {
  if (isBuilt()) return true;
  return inTurn(async () => {
    if (isBuilt()) return true;
    say('正在构建控制台 / building the console');
    const quiet = reportProgress('构建中 / building');
    const print = fingerprint();
    const fresh = path.join(page, 'dist.new');
    // Builds into a separate folder, so that a running server never serves a partial build.
    const args = [at('node_modules/vite/bin/vite.js'), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    const code = await runOwn(args, { cwd: page, env: { NODE_ENV: 'production' } });
    quiet();
    if (code !== 0) return false;
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
    writeFileSync(stamp, print);
    return true;
  });
}

const isBuilt = () => existsSync(path.join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();

/** Hash of names, sizes and times of the console's sources; takes milliseconds. */
function fingerprint() {
  const hash = createHash('sha256');
  const visit = (place) => {
    const seen = statSync(place);
    if (!seen.isDirectory()) {
      hash.update(`${path.relative(root, place)}\0${seen.size}\0${seen.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(place).sort()) if (!passedOver.has(name)) visit(path.join(place, name));
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}
