import proxyAddr from '@fastify/proxy-addr';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { parseQuery } from './bodies.ts';
import type { Installation } from './installation.ts';
import { limits } from './limits.ts';
import { logStream } from './log-stream.ts';
import { cutSlowClients } from './slow-clients.ts';
import { countTraffic } from './traffic.ts';
import { validate } from './validate.ts';

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
