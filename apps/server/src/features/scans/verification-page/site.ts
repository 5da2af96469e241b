import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { renderNotice, type Site } from '@suyuan/verify';
import type { FastifyRequest } from 'fastify';
import type { Installation } from '../../../platform/http/installation.ts';
import type { PageResponse } from '../../../platform/http/page-route.ts';
import { problemMessage } from '../../../platform/http/refusal.ts';
import { safeTranslate } from '../../../platform/http/safe-error-handler.ts';
import type { Problem } from '../../../platform/problem.ts';
import { languageOf } from './page-request.ts';

/** Link types of the verification page in the GS1 vocabulary. */
const linkTypes = ['defaultLink', 'pip', 'traceability'];
const vocabulary = 'https://ref.gs1.org/voc/';
/** A link type as full URI, prefixed, or bare. */
const prefix = /^(?:https?:\/\/(?:ref\.|www\.)?gs1\.org\/voc\/|gs1:)/;
const LINK_SET = 'application/linkset+json';

/**
 * Link set of a GS1 Digital Link (RFC 9264), requested by `linkType` or media type. An unsupported type is `noSuchLink` (404, GS1 resolver
 * standard). Counts no scan.
 */
export function linkSetOf({ url, query, headers, ctx }: FastifyRequest): PageResponse | 'noSuchLink' | undefined {
  const path = url.split('?')[0] ?? '';
  if (!path.startsWith('/01/')) return undefined;
  const linkType = String(Object(query).linkType ?? '');
  const type = linkType.trim().replace(prefix, '');
  const isLinkSet = type === 'linkset' || type === 'all' || (headers.accept ?? '').includes(LINK_SET);
  if (!isLinkSet) return type === '' || linkTypes.includes(type) ? undefined : 'noSuchLink';
  const href = `${ctx.installation.publicBaseUrl}${path}`;
  const links = [{ href, title: ctx.t('verify.title'), type: 'text/html', hreflang: ['zh', 'en'] }];
  const byType = linkTypes.map((name) => [`${vocabulary}${name}`, links]);
  const body = JSON.stringify({ linkset: [{ anchor: href, ...Object.fromEntries(byType) }] });
  return { html: body, headers: { 'content-type': LINK_SET } };
}

/** Status by Node's error code; others are 400. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The part of `Socket` that is needed to respond without a reply object. */
interface Connection {
  writable: boolean;
  write(text: string): unknown;
  destroySoon(): void;
}

/** Without a valid request there is no language, so the page is bilingual. It reveals neither the input nor the server. */
export function respondToInvalidRequest({ translate }: Installation) {
  const paragraphs = Object.entries(translate).map(
    ([lang, t]) => `<div lang="${lang}"><h1>${t('verify.failed.title')}</h1><p>${t('verify.notFound.lead')}</p></div>`,
  );
  const body = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${translate['zh-CN']('verify.title')}</title></head><body>${paragraphs.join('')}<p><a href="/">→</a></p></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

  return ({ code = '' }: { code?: string }, socket: Connection) => {
    if (code === 'ECONNRESET' || !socket.writable) return;
    const status = statuses[code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };
}

const source = readFileSync(createRequire(import.meta.url).resolve('@suyuan/verify/styles.css'), 'utf8');

/** Minified style sheet, embedded in each page so that one response renders the verdict. */
const styles = source
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replaceAll(': ', ':')
  .trim();

/** Allows only the page's style sheet (by digest), its own script, pictures and forms. */
export const verificationSitePolicy = {
  defaultSrc: ["'none'"],
  styleSrc: [`'sha256-${createHash('sha256').update(styles).digest('base64')}'`],
  imgSrc: ["'self'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

export function siteOf(request: FastifyRequest): Site {
  const { installation } = request.ctx;
  const { language, requestedLanguage } = languageOf(request);
  const t = safeTranslate(request, language, installation.translate[language]);
  return { t, language, requestedLanguage, host: new URL(installation.publicBaseUrl).host, styles };
}

/** Page of a refused request. */
export function renderRefusal(request: FastifyRequest, problem: Problem): string {
  const site = siteOf(request);
  return renderNotice(site, site.t(problem.status === 429 ? 'verify.limited.title' : 'verify.failed.title'), problemMessage(site, problem));
}
