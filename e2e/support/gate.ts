import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between browser and product. Tests can close it or replace responses. */
export interface Gate {
  url: string;
  close(): void;
  open(): void;
  /** Replaces responses of matching paths until the returned function is called. */
  instead(path: RegExp, say: (body: string) => string | undefined): () => void;
  stop(): Promise<void>;
}

export async function openGate(target: string): Promise<Gate> {
  let closed = false;
  const sockets = new Set<Socket>();
  const changes = new Map<RegExp, (body: string) => string | undefined>();

  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    if (closed) return asked.socket.destroy();
    const [, change] = [...changes].find(([path]) => path.test(asked.url ?? '')) ?? [];
    const headers = { ...asked.headers, ...(change && { 'accept-encoding': 'identity' }) };
    const onward = request(`${target}${asked.url}`, { method: asked.method ?? 'GET', headers }, (reply) => {
      if (!change) {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        return reply.pipe(answer);
      }
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const said = change(Buffer.concat(parts).toString());
        if (said === undefined) return asked.socket.destroy();
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, rest).end(said);
      });
    });
    onward.on('error', () => asked.socket.destroy());
    asked.pipe(onward);
  };

  const server = createServer(pass);
  server.on('connection', (socket) => {
    if (closed) return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      closed = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      closed = false;
    },
    instead(path, say) {
      changes.set(path, say);
      return () => changes.delete(path);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
