import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { parseQuery } from './bodies.ts';
import type { Installation } from './installation.ts';
import { validate } from './validate.ts';

export interface FrameOptions {
  /** Longest part of a path. */
  maxParamLength?: number;
  /** Answers what is not even an address, in place of Fastify's own words. */
  frameworkErrors?: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
}

/** The frame that both sites share: how requests are read, limited and numbered. */
export function frame(installation: Installation, { maxParamLength = 500, frameworkErrors }: FrameOptions = {}): FastifyInstance {
  return Fastify({
    ...(frameworkErrors && { frameworkErrors }),
    logger: { level: installation.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: installation.trustProxy,
    genReqId: () => crypto.randomUUID().slice(0, 8),
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength, querystringParser: parseQuery },
  }).setValidatorCompiler(validate);
}
