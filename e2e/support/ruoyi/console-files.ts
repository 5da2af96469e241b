import { existsSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

const TYPES: Record<string, string> = {
  ...{ '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml', '.json': 'application/json' },
  ...{ '.png': 'image/png', '.woff2': 'font/woff2', '.ico': 'image/x-icon', '.webmanifest': 'application/manifest+json' },
};

export const builtConsole = process.env.CONSOLE_DIST ?? path.join(import.meta.dirname, '../../../apps/console/dist');

/** Serves files like nginx with `try_files $uri $uri/ /index.html`. */
export function serveStatic(folder: string, pathname: string, response: ServerResponse): void {
  const inside = path.normalize(decodeURI(pathname)).replace(/^(\.\.[/\\])+/, '');
  const candidates = [inside, path.join(inside, 'index.html'), 'index.html'].map((name) => path.join(folder, name));
  const file = candidates.find((each) => existsSync(each) && statSync(each).isFile());
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html><body><h1>404 Not Found</h1><hr>nginx</body></html>');
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
}
