import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerInEnvelope } from './envelope.ts';
import type { Installation } from './installation.ts';
import { answerAsRestProblem, answerUnknownPath, isRestPath } from './rest/rest-problem.ts';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Adds the digests of a built page's inline scripts, so that injected scripts do not run. Reads the file on each call. */
async function allowInlineScripts(file: string, policy: string): Promise<string> {
  const html = await readFile(file, 'utf8').catch(() => '');
  const digests = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return policy.replace("script-src 'self'", (own) => own + digests.join(''));
}

const POLICY = 'content-security-policy';

/** A year in milliseconds: cache lifetime of files with a hash in their name. */
const YEAR = 31_536_000_000;

/** Site configuration by the operator; browsers request it at each start. */
const SITE_CONFIG = '/config.json';

const SELF_REMOVING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/** Health checks of other systems. The app at such a path would answer a monitor with 200 even without a database. */
const foreignProbes = new Set(['/health', '/healthz', '/livez', '/readyz', '/actuator/health']);

/** Public access: static files contain no records. */
const read = () => ({ method: ['GET', 'HEAD'], config: { access: 'anonymous' as const } });

/**
 * Serves the built console. Hashed files are immutable and precompressed. `/user/login` and `/user/register` are static pages, also
 * available as `/login.html` and `/register.html`, as on any static host. Other paths that are not files serve the app. Browsers revalidate
 * pages each time, so that a new build takes effect at once.
 */
export async function consoleSite(app: FastifyInstance, { consoleDir, serviceWorker }: Installation) {
  await app.register(fastifyStatic, { root: consoleDir, serve: false, preCompressed: true });

  const page = (name: string) => async (_request: FastifyRequest, reply: FastifyReply) => {
    const policy = await allowInlineScripts(path.join(consoleDir, name), String(reply.getHeader(POLICY) ?? ''));
    return reply.header(POLICY, policy).header('cache-control', 'no-cache').sendFile(name, { cacheControl: false });
  };
  const file = ({ url }: FastifyRequest, reply: FastifyReply) => {
    const name = pathOf(url);
    const cacheOptions = name.startsWith('/assets/') ? { maxAge: YEAR, immutable: true } : { maxAge: name === SITE_CONFIG ? 0 : 3_600_000 };
    return reply.sendFile(name, cacheOptions);
  };

  const fallback = (request: FastifyRequest, reply: FastifyReply) => {
    const name = pathOf(request.url);
    if (name === '/api' || name.startsWith('/api/')) return reply.callNotFound();
    if (foreignProbes.has(name.replace(/\/+$/, '')))
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('404: /live, /ready');
    return /\.[a-z0-9]{2,5}$/i.test(name) && !name.endsWith('.html') ? file(request, reply) : page('index.html')(request, reply);
  };

  /** Revalidated each time, because it controls what browsers cache. If disabled, a self-removing worker replaces it. */
  const worker = (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache');
    return serviceWorker
      ? reply.sendFile('service-worker.js', { cacheControl: false })
      : reply.type('text/javascript; charset=utf-8').send(SELF_REMOVING_WORKER);
  };

  app.route({ ...read(), url: '/service-worker.js', handler: worker });
  const toSignIn = (_request: FastifyRequest, reply: FastifyReply) => reply.header('cache-control', 'no-cache').redirect('/user/login');

  for (const name of ['login', 'register'])
    for (const url of [`/user/${name}`, `/${name}.html`]) app.route({ ...read(), url, handler: page(`${name}.html`) });
  app.route({ ...read(), url: '/user', handler: toSignIn });
  app.route({ ...read(), url: '/assets/*', handler: file });
  app.route({ ...read(), url: '/*', handler: fallback });
  // a malformed content type is refused before its path is found missing
  const answerInDialect: typeof answerInEnvelope = (error, request, reply) =>
    isRestPath(request.url) ? answerAsRestProblem(error, request, reply) : answerInEnvelope(error, request, reply);
  // a path outside the folder is a missing file like any other
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error.code === 'FST_STATIC_FORBIDDEN_PATH' ? reply.callNotFound() : answerInDialect(error, request, reply),
  );
  app.setNotFoundHandler((request, reply) => {
    if (isRestPath(request.url)) return answerUnknownPath(request, reply);
    reply.code(404).header('cache-control', 'no-store');
    const api = pathOf(request.url).startsWith('/api');
    return api ? reply.send({ code: 404, msg: request.ctx.t('kit.pathUnknown') }) : reply.type('text/plain; charset=utf-8').send('404');
  });
}

const pathOf = (url: string) => url.split(/[?#]/)[0] ?? '/';
