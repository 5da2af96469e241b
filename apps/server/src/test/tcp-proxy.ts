import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Treatment of bytes: forwarded, held silently, connection refused, or cut midway. */
type ProxyState = 'open' | 'held' | 'refused' | 'cutting';

/** A TCP proxy that simulates network failures. */
export interface TcpProxy {
  port: number;
  /** Also applies to open connections. */
  set(state: ProxyState): void;
  /** Ends every connection. */
  cut(): void;
  /** Redirects new connections to another port, as after a failover, and ends open ones. */
  redirect(port: number): void;
  /** Milliseconds of delay each way. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Opens a proxy to a local port. Connections beyond `most` wait silently, as at an exhausted pooler. */
export async function openTcpProxy(target: number, most = Number.POSITIVE_INFINITY): Promise<TcpProxy> {
  let targetPort = target;
  const sockets = new Set<Socket>();
  let state: ProxyState = 'open';
  let delayMs = 0;
  let heldChunks: (() => void)[] = [];
  const createTransform = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = () => {
          if (state === 'held') return void heldChunks.push(pass);
          if (state === 'cutting') return done(new Error('cut'));
          done(null, chunk);
        };
        if (delayMs) setTimeout(pass, delayMs);
        else pass();
      },
    });
  const server = createServer((clientSocket) => {
    sockets.add(clientSocket.on('close', () => sockets.delete(clientSocket)));
    if (state === 'refused' || state === 'cutting') return void clientSocket.on('error', () => {}).destroy();
    if (sockets.size > 2 * most) return void clientSocket.on('error', () => {});
    const targetSocket = connect(targetPort, '127.0.0.1');
    sockets.add(targetSocket.on('close', () => sockets.delete(targetSocket)));
    for (const [from, to] of [
      [clientSocket, targetSocket],
      [targetSocket, clientSocket],
    ] as const) {
      const close = () => to.destroy();
      const through = createTransform().on('error', () => from.destroy());
      from.on('error', close).on('close', close).pipe(through).pipe(to);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    heldChunks = [];
  };
  return {
    port,
    cut,
    set(next) {
      state = next;
      if (next === 'refused') cut();
      const waiting = heldChunks;
      heldChunks = [];
      for (const pass of waiting) pass();
    },
    redirect(next) {
      targetPort = next;
      cut();
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
