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
  /** Longest part of a path; 500 keys of 16 digits, as a removal may name, fit in 9000. */
  maxParamLength?: number;
  /** Answers what is not even an address, in place of Fastify's own words. */
  frameworkErrors?: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
  /** Answers bytes that are no request, on their bare connection. */
  clientErrorHandler?: FastifyServerOptions['clientErrorHandler'];
}

/** The frame that both sites share: how requests are read, limited and numbered. */
export function frame(
  installation: Installation,
  { maxParamLength = 9000, frameworkErrors, clientErrorHandler }: FrameOptions = {},
): FastifyInstance {
  const bounds = { ...limits, ...installation.limits };
  const app = Fastify({
    ...(frameworkErrors && { frameworkErrors }),
    ...(clientErrorHandler && { clientErrorHandler }),
    logger: { level: installation.logLevel, stream: logStream, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: believed(installation),
    genReqId: () => crypto.randomUUID().slice(0, 8),
    bodyLimit: 1024 * 1024,
    requestTimeout: bounds.requestTimeout,
    connectionTimeout: bounds.idleTimeout,
    keepAliveTimeout: bounds.keepAliveTimeout,
    http: {
      headersTimeout: bounds.headersTimeout,
      connectionsCheckingInterval: bounds.lookEvery,
      maxHeaderSize: bounds.headerBytes,
    },
    // what comes while the process ends, on connections that are open, is answered too
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength, querystringParser: parseQuery },
  }).setValidatorCompiler(validate);
  // by it whoever asked finds their lines in the log
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    // the caller's next request goes to another process
    if (installation.draining?.aborted) reply.header('connection', 'close');
    next();
  });
  // a parser that stopped in the middle of a body would hold its connection, and with it whatever is asked there next
  app.addHook('onResponse', ({ raw }, _reply, next) => {
    if (!raw.complete) raw.unpipe().resume();
    next();
  });
  countTraffic(app);
  cutSlowClients(app.server, bounds, proxyTest(installation));
  return app;
}

/** Tells a trusted proxy by the address of a connection. A bare number of proxies means that every connection comes from one. */
function proxyTest({ trustProxy }: Installation): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const trusts = proxyAddr.compile(trustProxy);
  return (address) => trusts(address, 0);
}

/** Whom the forwarded addresses are believed from. Fastify believes no bare number of proxies, so it is counted out for it. */
function believed({ trustProxy }: Installation) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}
