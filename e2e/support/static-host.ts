import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A static host such as nginx with `try_files $uri $uri/ /index.html`, and an API below a configurable prefix. */
export interface StaticHost {
  url: string;
  /** Content of `config.json`; undefined: no such file. */
  config: object | undefined;
  /** `config.json` is served once it resolves. */
  configGate: Promise<unknown>;
  prefix: string;
  /** Below the prefix: the API, or a proxy that returns HTML with this status. */
  api: 'up' | 200 | 404 | 502;
  /** Requests so far, as `GET /prod-api/getInfo`. */
  requests: string[];
  stop(): Promise<void>;
}

const consoleDir = process.env.CONSOLE_DIST ?? path.join(import.meta.dirname, '../../apps/console/dist');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml' };

/** Starts the host as a proxy of the API at `target`, whose prefix is `/api`. */
export async function startStaticHost(target: string): Promise<StaticHost> {
  const requests: string[] = [];
  const page = (response: ServerResponse, status: number) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><title>${status}</title>`);
  const proxy = (incoming: IncomingMessage, response: ServerResponse) => {
    if (host.api !== 'up') return page(response, host.api);
    const url = `${target}/api${incoming.url?.slice(host.prefix.length)}`;
    const upstreamRequest = request(url, { method: incoming.method ?? 'GET', headers: incoming.headers }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    });
    upstreamRequest.on('error', () => page(response, 502));
    return incoming.pipe(upstreamRequest);
  };
  const server = createServer(async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host');
    requests.push(`${incoming.method} ${pathname}`);
    if (pathname.startsWith(`${host.prefix}/`)) return proxy(incoming, response);
    if (incoming.method !== 'GET') return page(response, 405);
    if (pathname === '/config.json') {
      await host.configGate;
      if (host.config) return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(host.config));
    }
    const requestedFile = path.join(consoleDir, pathname);
    const isFile = pathname !== '/config.json' && existsSync(requestedFile) && statSync(requestedFile).isFile();
    const file = isFile ? requestedFile : path.join(consoleDir, 'index.html');
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host: StaticHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    config: { apiPrefix: '/prod-api' },
    configGate: Promise.resolve(),
    prefix: '/prod-api',
    api: 'up',
    requests,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
  return host;
}
