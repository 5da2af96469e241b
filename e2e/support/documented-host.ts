import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/db/embedded/postmaster.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../docs/ruoyi-server.md'), 'utf8');
const consoleDir = process.env.CONSOLE_DIST ?? path.join(import.meta.dirname, '../../apps/console/dist');

/** The code block of docs/ruoyi-server.md in a language. @throws where there is none */
export function readCodeBlock(language: string): string {
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  if (block === undefined) throw new Error(`docs/ruoyi-server.md has no block of ${language}`);
  return block;
}

const findExisting = (places: (string | undefined)[]) => places.find((candidate) => candidate && existsSync(candidate));

export const webServers = {
  nginx: findExisting([process.env.NGINX, '/usr/sbin/nginx']),
  caddy: findExisting([process.env.CADDY, '/usr/bin/caddy']),
};

export interface DocumentedHost {
  url: string;
  /** The served folder: a copy of the built console. */
  root: string;
  stop(): Promise<void>;
}

/** Replaces only values that an operator chooses: folder, host name, ports and certificate. */
function configurationOf(name: 'nginx' | 'caddy', folder: string, root: string, port: number, backend: string): string {
  const block = readCodeBlock(name === 'nginx' ? 'nginx' : 'caddyfile')
    .replaceAll('/srv/suyuan-console', root)
    .replaceAll('127.0.0.1:8080', backend);
  if (name === 'caddy')
    return `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n}\n${block.replace('console.example.cn', `http://127.0.0.1:${port}`)}`;
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
  const http = `include /etc/nginx/mime.types;\naccess_log off;\n${tempPaths}\n${block.replace('listen 80;', `listen 127.0.0.1:${port};`)}`;
  const owner = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${owner}daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`;
}

/** Starts a web server with the configuration of docs/ruoyi-server.md as a proxy of `backend`, e.g. `127.0.0.1:8080`. */
export async function startDocumentedHost(name: 'nginx' | 'caddy', backend: string, config: object): Promise<DocumentedHost> {
  const folder = mkdtempSync(path.join(tmpdir(), `suyuan-${name}-`));
  chmodSync(folder, 0o755);
  const root = path.join(folder, 'console');
  cpSync(consoleDir, root, { recursive: true });
  writeFileSync(path.join(root, 'config.json'), JSON.stringify(config));
  const port = await freePort();
  const file = path.join(folder, name === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  writeFileSync(file, configurationOf(name, folder, root, port, backend));
  const args = name === 'nginx' ? ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')] : ['run', '--config', file];
  const child = spawn(webServers[name] ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } });
  let errors = '';
  child.stderr.on('data', (part) => (errors += part));
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${errors}`);
    await sleep(100);
  }
  return {
    url,
    root,
    async stop() {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
