import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const program = [process.env.NGINX, '/usr/sbin/nginx'].find((place) => place && existsSync(place));

export const hasNginx = program !== undefined;

const configFile = path.join(import.meta.dirname, '../../../../docs/operations/nginx.conf');

interface Machine {
  port: number;
  publicPort: number;
}

/** nginx with the configuration of docs/operations in front of two local processes. Only addresses, ports and the certificate differ. */
export async function startNginx(machines: [Machine, Machine]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-nginx-'));
  // nginx workers run as another user
  chmodSync(folder, 0o755);
  const [consolePort, publicPort] = await Promise.all([freePort(), freePort()]);
  let listeners = 0;
  const configuration = readFileSync(configFile, 'utf8')
    .replaceAll(/10\.0\.0\.1([12]):808([01])/g, (_, machine, site) => {
      const { port, publicPort: other } = machines[machine === '1' ? 0 : 1];
      return `127.0.0.1:${site === '0' ? port : other}`;
    })
    .replaceAll('listen 443 ssl http2;', () => `listen 127.0.0.1:${[consolePort, publicPort][listeners++]};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replace(/ {2}server \{\n {4}listen 80;[^}]*\}\n/, '')
    .replace('http {', `http {\n  access_log off;\n  client_body_temp_path ${folder}/body;\n  proxy_temp_path ${folder}/proxy;`);
  writeFileSync(path.join(folder, 'nginx.conf'), `daemon off;\npid ${folder}/pid;\n${configuration}`);
  mkdirSync(path.join(folder, 'logs'));
  const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')];
  // nginx reads sockets from a variable of that name
  const { NGINX: _, ...env } = process.env;
  const child: ChildProcess = spawn(program ?? '', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until(
    async () => child.exitCode !== null || (await fetch(`http://127.0.0.1:${publicPort}/live`).catch(() => undefined)) !== undefined,
  );
  if (child.exitCode !== null) throw new Error(`nginx did not start:\n${readFileSync(path.join(folder, 'error.log'), 'utf8')}`);
  return {
    consoleUrl: `http://127.0.0.1:${consolePort}`,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    errors: () => readFileSync(path.join(folder, 'error.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
