import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageRoute } from '../../../platform/http/page-route.ts';

/** Addresses that clients of the RuoYi family open in an iframe, and the page of our console that shows the same. */
const pages = [
  { url: '/druid/login.html', path: '/monitor/druid', word: 'monitor.druid.elsewhere' },
  { url: '/swagger-ui/index.html', path: '/tool/swagger', word: 'tool.swagger.elsewhere' },
] as const;

/** Answers these addresses with a sentence and a link, because a menu row of such a client shows whatever they answer. */
export function iframePages(app: FastifyInstance) {
  for (const { url, path, word } of pages) {
    const html = ({ ctx, protocol, host }: FastifyRequest) => {
      // the client may be served by another host, from which a relative link would lead back to it
      const address = /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}${path}` : path;
      const lang = ctx.language;
      return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${ctx.t(word)}</title><p>${ctx.t(word)}</p><p><a href="${address}" target="_blank" rel="noopener">${address}</a></p></html>`;
    };
    pageRoute(app, { method: ['GET'], url, refused: html }, async (request) => ({ html: html(request) }));
  }
}
