import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageRoute } from '../../../platform/http/page-route.ts';

/** Addresses that RuoYi clients open in an iframe, and the corresponding console page. */
const pages = [
  { url: '/druid/login.html', path: '/monitor/druid', word: 'monitor.druid.elsewhere' },
  { url: '/swagger-ui/index.html', path: '/tool/swagger', word: 'tool.swagger.elsewhere' },
] as const;

/** Serves a text and a link, because the menus of these clients show the response. */
export function iframePages(app: FastifyInstance) {
  for (const { url, path, word } of pages) {
    const html = ({ ctx, protocol, host }: FastifyRequest) => {
      // absolute, because the client may be on another host
      const address = /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}${path}` : path;
      const lang = ctx.language;
      return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${ctx.t(word)}</title><p>${ctx.t(word)}</p><p><a href="${address}" target="_blank" rel="noopener">${address}</a></p></html>`;
    };
    pageRoute(app, { method: ['GET'], url, refused: html }, async (request) => ({ html: html(request) }));
  }
}
