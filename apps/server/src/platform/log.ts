import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Installation } from './http/installation.ts';
import { logStream } from './http/log-stream.ts';

/** The log of what no request asked for: JSON lines in the form of the sites' own, each with the `part` of the process that speaks. */
export const logOf = ({ logLevel }: Pick<Installation, 'logLevel'>, part: 'worker' | 'sampler' | 'cache'): FastifyBaseLogger =>
  Fastify({ logger: { level: logLevel, stream: logStream } }).log.child({ part });
