import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';
import { cutConnections } from './metrics.ts';
import { network } from './rate-limit.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  waitsFor: 'body' | 'reader' | undefined;
  bytes: number;
  since: number;
}

/** One address may use this fraction of a site's connections. */
const CONNECTION_SHARE = 8;

type Cause = 'many' | 'full' | 'slowBody' | 'slowReader';

/**
 * Closes connections that hold scarce resources: too many from one address, slow bodies, unread responses. Node's limits cover only whole
 * requests, minutes for a large upload.
 * @param isProxy whether an address is a trusted proxy, whose connections serve many clients
 */
export function cutSlowClients(server: Server, limits: Limits, isProxy: (address: string) => boolean) {
  const exchanges = new Set<Exchange>();
  const open = new Map<string, number>();
  const cut = (socket: Socket, cause: Cause) => {
    cutConnections.inc({ cause });
    socket.destroy();
  };

  const maxPerClient = Math.floor(limits.connections / CONNECTION_SHARE);
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
    if (count > maxPerClient) cut(socket, 'many');
  });
  server.on('request', (request, response) => {
    const exchange: Exchange = { request, response, waitsFor: undefined, bytes: 0, since: 0 };
    exchanges.add(exchange);
    response.once('close', () => exchanges.delete(exchange));
  });

  const checkExchanges = () => {
    const now = performance.now();
    for (const exchange of exchanges) {
      const { socket } = exchange.request;
      const waitsFor = waitingFor(exchange);
      const bytes = waitsFor === 'reader' ? socket.bytesWritten - socket.writableLength : socket.bytesRead;
      const pace = waitsFor === 'reader' ? limits.download : limits.upload;
      const isOnTime = waitsFor === undefined || waitsFor !== exchange.waitsFor || bytes - exchange.bytes >= pace.bytes;
      if (isOnTime) Object.assign(exchange, { waitsFor, bytes, since: now });
      else if (now - exchange.since > pace.within) cut(socket, waitsFor === 'reader' ? 'slowReader' : 'slowBody');
    }
  };
  const timer = setInterval(checkExchanges, limits.checkInterval).unref();
  server.on('close', () => clearInterval(timer));
}

/** The party that delays the exchange; undefined: this server. */
function waitingFor({ request, response }: Exchange): Exchange['waitsFor'] {
  if (request.socket.writableLength > 0 || response.writableLength > 0) return 'reader';
  // received but unread data waits for the server
  return !request.complete && request.readableLength === 0 ? 'body' : undefined;
}
