import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';
import { cutConnections } from './metrics.ts';
import { network } from './rate-limit.ts';

/** A request under way, and how far its connection had come when it was last on time. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  waitsFor: 'body' | 'reader' | undefined;
  bytes: number;
  since: number;
}

/** One address may hold one part in so many of a site's connections. */
const SHARE = 8;

type Cause = 'many' | 'full' | 'slowBody' | 'slowReader';

/**
 * Ends connections whose other end holds what others need: more of one address than it may have, a body that comes by drops, an answer
 * that nobody takes. Node's own time limits know only the whole of a request, which for a large upload is minutes.
 * @param isProxy whether an address is that of a trusted proxy, whose connections belong to many people
 */
export function cutSlowClients(server: Server, limits: Limits, isProxy: (address: string) => boolean) {
  const exchanges = new Set<Exchange>();
  const open = new Map<string, number>();
  const cut = (socket: Socket, cause: Cause) => {
    cutConnections.inc({ cause });
    socket.destroy();
  };

  const most = Math.floor(limits.connections / SHARE);
  server.maxConnections = limits.connections;
  server.on('drop', () => cutConnections.inc({ cause: 'full' satisfies Cause }));
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const client = network(address);
    const count = (open.get(client) ?? 0) + 1;
    open.set(client, count);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
    if (count > most) cut(socket, 'many');
  });
  server.on('request', (request, response) => {
    const exchange: Exchange = { request, response, waitsFor: undefined, bytes: 0, since: 0 };
    exchanges.add(exchange);
    response.once('close', () => exchanges.delete(exchange));
  });

  const look = () => {
    const now = performance.now();
    for (const exchange of exchanges) {
      const { socket } = exchange.request;
      const waitsFor = waitingFor(exchange);
      const bytes = waitsFor === 'reader' ? socket.bytesWritten - socket.writableLength : socket.bytesRead;
      const pace = waitsFor === 'reader' ? limits.download : limits.upload;
      const onTime = waitsFor === undefined || waitsFor !== exchange.waitsFor || bytes - exchange.bytes >= pace.bytes;
      if (onTime) Object.assign(exchange, { waitsFor, bytes, since: now });
      else if (now - exchange.since > pace.within) cut(socket, waitsFor === 'reader' ? 'slowReader' : 'slowBody');
    }
  };
  const timer = setInterval(look, limits.lookEvery).unref();
  server.on('close', () => clearInterval(timer));
}

/** Whom this exchange waits for; undefined where it is us. */
function waitingFor({ request, response }: Exchange): Exchange['waitsFor'] {
  if (request.socket.writableLength > 0 || response.writableLength > 0) return 'reader';
  // what has come and was not read waits for us
  return !request.complete && request.readableLength === 0 ? 'body' : undefined;
}
