import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between browser and product. Tests can close it or replace responses. */
export interface TestProxy {
  url: string;
  disconnect(): void;
  reconnect(): void;
  /** Replaces responses of matching paths until the returned function is called. */
  replaceResponses(path: RegExp, replace: (body: string) => string | undefined): () => void;
  stop(): Promise<void>;
}

export async function startTestProxy(target: string): Promise<TestProxy> {
  let isDisconnected = false;
  const sockets = new Set<Socket>();
  const replacements = new Map<RegExp, (body: string) => string | undefined>();

  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    if (isDisconnected) return incoming.socket.destroy();
    const [, replace] = [...replacements].find(([path]) => path.test(incoming.url ?? '')) ?? [];
    const { 'if-none-match': _etag, 'if-modified-since': _time, ...unconditional } = incoming.headers;
    // a replacement needs the whole response, not 304
    const headers = replace ? { ...unconditional, 'accept-encoding': 'identity' } : incoming.headers;
    const upstreamRequest = request(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (upstreamResponse) => {
      if (!replace) {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        return upstreamResponse.pipe(response);
      }
      const chunks: Buffer[] = [];
      upstreamResponse.on('data', (chunk: Buffer) => chunks.push(chunk));
      upstreamResponse.on('end', () => {
        const body = replace(Buffer.concat(chunks).toString());
        if (body === undefined) return incoming.socket.destroy();
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = upstreamResponse.headers;
        response.writeHead(upstreamResponse.statusCode ?? 502, rest).end(body);
      });
    });
    upstreamRequest.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstreamRequest);
  };

  const server = createServer(forward);
  server.on('connection', (socket) => {
    if (isDisconnected) return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect() {
      isDisconnected = true;
      for (const socket of sockets) socket.destroy();
    },
    reconnect() {
      isDisconnected = false;
    },
    replaceResponses(path, replace) {
      replacements.set(path, replace);
      return () => replacements.delete(path);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
