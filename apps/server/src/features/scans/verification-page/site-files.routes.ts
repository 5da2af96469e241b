import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { jsonResponse } from '../../../platform/http/answer.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';

/** Keeps search engines away from codes, because a request would count as a scan. */
const ROBOTS = 'User-agent: *\nDisallow: /c/\nDisallow: /01/\n';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b3d91"/>' +
  '<path d="m7 12.5 3.5 3.5 6.5-7.5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const DAY = 'public, max-age=86400';

/** Script for two optional features: sending the position, and shrinking a picture. */
const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('@suyuan/verify/script.js'), 'utf8');

/** Files at well-known paths for browsers, robots and probes. */
export function siteFileRoutes(app: FastifyInstance) {
  const file = (url: string, type: string, body: string) =>
    app.get(url, { config: { access: 'anonymous' } }, (_request, reply) => reply.header('cache-control', DAY).type(type).send(body));
  file('/robots.txt', 'text/plain; charset=utf-8', ROBOTS);
  file('/page.js', 'text/javascript; charset=utf-8', SCRIPT);
  for (const url of ['/favicon.ico', '/favicon.svg']) file(url, 'image/svg+xml', ICON);
  endpoint(app, { method: 'GET', url: '/profile/*', access: 'anonymous' }, async (ctx, { request }) => {
    const picture = await fileService.openPicture(ctx.installation, (request.params as Record<string, string>)['*'] ?? '');
    if (!picture) throw new Problem('fileGone');
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
    return new Download({ type: picture.type, fileName: picture.name, inline: true, body: picture.body, length: picture.bytes, headers });
  });
  endpoint(
    app,
    {
      method: 'GET',
      url: '/.well-known/gs1resolver',
      answer: jsonResponse(
        z.object({
          name: z.string(),
          resolverRoot: z.string(),
          supportedPrimaryKeys: z.array(z.string()),
          supportedQualifiers: z.array(z.string()),
          linkTypeDefaultCanBeLinkset: z.boolean(),
        }),
      ),
      access: 'anonymous',
    },
    async ({ installation, t }) => ({
      name: t('verify.title'),
      resolverRoot: installation.publicBaseUrl,
      supportedPrimaryKeys: ['01'],
      supportedQualifiers: ['22', '10', '21'],
      linkTypeDefaultCanBeLinkset: false,
    }),
  );
}
