import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Installation } from './installation.ts';
import { type Limits, limits } from './limits.ts';
import { logStream } from './log-stream.ts';
import { cutConnections } from './metrics.ts';
import { network } from './rate-limit.ts';
import { parseQuery } from './request-bodies.ts';
import { countTraffic } from './traffic.ts';
import { validate } from './validate.ts';

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
function cutSlowClients(server: Server, limits: Limits, isProxy: (address: string) => boolean) {
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

interface FrameOptions {
  /** Maximum length of a path parameter; 9000 fits 500 IDs of 16 digits, as in a bulk deletion. */
  maxParamLength?: number;
  /** Responds to malformed URLs instead of Fastify. */
  frameworkErrors?: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
  /** Responds to malformed HTTP on the raw socket. */
  clientErrorHandler?: FastifyServerOptions['clientErrorHandler'];
}

export function createApp(
  installation: Installation,
  { maxParamLength = 9000, frameworkErrors, clientErrorHandler }: FrameOptions = {},
): FastifyInstance {
  const bounds = { ...limits, ...installation.limits };
  const app = Fastify({
    ...(frameworkErrors && { frameworkErrors }),
    ...(clientErrorHandler && { clientErrorHandler }),
    logger: { level: installation.logLevel, stream: logStream, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(installation),
    genReqId: () => crypto.randomUUID().slice(0, 8),
    bodyLimit: 1024 * 1024,
    requestTimeout: bounds.requestTimeout,
    connectionTimeout: bounds.idleTimeout,
    keepAliveTimeout: bounds.keepAliveTimeout,
    http: {
      headersTimeout: bounds.headersTimeout,
      connectionsCheckingInterval: bounds.checkInterval,
      maxHeaderSize: bounds.headerBytes,
    },
    // also serve requests on open connections during shutdown
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength, querystringParser: parseQuery },
  }).setValidatorCompiler(validate);
  // the request ID correlates the response with log lines
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    // the client's next request goes to another process
    if (installation.draining?.aborted) reply.header('connection', 'close');
    next();
  });
  // drain a body whose parser stopped, which would block later requests on its connection
  app.addHook('onResponse', ({ raw }, _reply, next) => {
    if (!raw.complete) raw.unpipe().resume();
    next();
  });
  countTraffic(app);
  cutSlowClients(app.server, bounds, trustedProxyTest(installation));
  return app;
}

/** Tests whether a peer is a trusted proxy. With a number of proxies, every peer is one. */
function trustedProxyTest({ trustProxy }: Installation): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const isTrusted = proxyAddr.compile(trustProxy);
  return (address) => isTrusted(address, 0);
}

/** Fastify ignores a plain number here, so it is converted to a hop test. */
function trustProxyOption({ trustProxy }: Installation) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}
