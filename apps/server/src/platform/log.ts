import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Installation } from './http/installation.ts';
import { logStream } from './http/log-stream.ts';

/** Log of background work: JSON lines like those of the sites, with a `part` field. */
export const logOf = ({ logLevel }: Pick<Installation, 'logLevel'>, part: 'worker' | 'process' | 'cache'): FastifyBaseLogger =>
  Fastify({ logger: { level: logLevel, stream: logStream } }).log.child({ part });
