import Fastify, { type FastifyInstance } from 'fastify';
import { parseQuery } from './bodies.ts';
import type { Installation } from './installation.ts';
import { validate } from './validate.ts';

/** The frame that both sites share: how requests are read, limited and numbered. */
export function frame(installation: Installation): FastifyInstance {
  return Fastify({
    logger: { level: installation.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    disableRequestLogging: true,
    trustProxy: installation.trustProxy,
    genReqId: () => crypto.randomUUID().slice(0, 8),
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, querystringParser: parseQuery },
  }).setValidatorCompiler(validate);
}
