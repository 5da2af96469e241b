import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { normalise, readSymbol, type SymbolText } from '@suyuan/codes';
import { type Language, MAX_CODE_TEXT_LENGTH, type Verification } from '@suyuan/contract';
import { renderAbout, renderHome, renderNotice, renderPreview, renderVerdict } from '@suyuan/verify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { now } from '../../../platform/db/clock.ts';
import { anonymousContext } from '../../../platform/http/access-control.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { pageRoute, sendPage } from '../../../platform/http/page-route.ts';
import { jsonResponse } from '../../../platform/http/response-spec.ts';
import { Problem } from '../../../platform/problem.ts';
import { formatMoment } from '../../../platform/shanghai-time.ts';
import * as fileService from '../../system/file/file.service.ts';
import type * as publicTraceService from '../../traces/trace-record/public-trace.service.ts';
import { placeName } from '../place/regions.ts';
import type { Verifier } from '../verification/verification.service.ts';
import type { ProductAboutSource } from './about.ts';
import { isUnattended, visitorDevice } from './page-request.ts';
import { linkSetOf, renderRefusal, siteOf, verificationSitePolicy } from './site.ts';

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

/**
 * The own path, in upper case too for smaller QR codes, and GS1 Digital Link (URI Syntax 1.3) of products, pieces, components, documents
 * and coupons.
 */
const qualifiers = ['', '/22/:variant', '/10/:lot', '/22/:variant/10/:lot'];
const codePaths = [
  ...['/c/:code', '/C/:code'],
  ...qualifiers.flatMap((between) => [`/01/:gtin${between}/21/:code`, `/8006/:piece${between}/21/:code`]),
  ...['/01/:gtin/235/:code', '/8010/:component/8011/:code', '/253/:code', '/255/:code'],
];

type TraceReader = ReturnType<typeof publicTraceService.publicTrace>;

interface PageSources {
  readTrace: TraceReader;
  about: ProductAboutSource;
}

/** Verification pages: plain HTML that works without script. */
export function verificationPageRoutes(app: FastifyInstance, verifier: Verifier, sources: PageSources) {
  const pageSpec = { method: ['GET', 'HEAD'], refused: renderRefusal } as const;
  pageRoute(app, { ...pageSpec, url: '/' }, async (request) => ({ html: renderHome(siteOf(request)) }));
  pageRoute(app, { ...pageSpec, url: '/c' }, async (request) => redirectToCode(request));
  for (const url of codePaths)
    pageRoute(app, { method: ['GET', 'HEAD', 'POST'], refused: renderRefusal, url }, async (request) => {
      const links = linkSetOf(request);
      if (links) return links === 'noSuchLink' ? notFoundPage(request) : links;
      if (request.method !== 'POST' && isUnattended(request)) return { html: renderPreview(siteOf(request)) };
      return renderVerification(request, verifier, sources);
    });
  pageRoute(app, { ...pageSpec, url: '/00/:sscc' }, async (request) => logisticUnit(request));
  pageRoute(app, { ...pageSpec, url: '/about' }, (request) => aboutPage(request, sources.about));
  app.setNotFoundHandler(notFound);
}

/** An SSCC identifies a logistic unit, not a product, so nothing is looked up. */
function logisticUnit(request: FastifyRequest) {
  const site = siteOf(request);
  const isSscc = readSymbol(pathOf(request)).sscc !== undefined;
  if (!isSscc) return { ...notFoundPage(request), status: 400 };
  return { html: renderNotice(site, site.t('verify.sscc.title'), site.t('verify.sscc.lead')) };
}

/** The only GET that counts a scan; so does the POST after the robot preview or with a PIN. */
async function renderVerification(request: FastifyRequest, verifier: Verifier, { readTrace, about }: PageSources) {
  const { ip, ctx, body } = request;
  const text = pathOf(request);
  const pin = /^\d{1,8}$/.exec(String(Object(body).pin ?? '').trim())?.[0];
  const { setCookie, ...visitor } = visitorDevice(request);
  const { verification, repeated, scanId, place } = await verifier.verify({
    text,
    pin,
    ip,
    agent: ctx.userAgent,
    channel: 'page',
    ...visitor,
  });
  const time = formatMoment(now()).slice(0, 16).replace('T', ' ');
  // a repeated wrong PIN would cost an attempt
  const repeatablePin = verification.pinRight || verification.pinLocked ? pin : undefined;
  const site = { ...siteOf(request), pin: repeatablePin };
  const showsDetails = place && verification.verdict !== 'unknown';
  const [steps, productAbout] = showsDetails ? await Promise.all([readTrace(place, site), about.ofBatch(place.batchId)]) : [[], undefined];
  const { code, sscc } = readSymbol(text);
  const kind = { level: showsDetails ? place.level : 0, isSscc: !showsDetails && (sscc ?? readSymbol(code).sscc) !== undefined };
  const view = {
    verification: withPlaceNames(verification, site.language),
    repeated,
    code: normalise(code),
    time,
    steps,
    about: productAbout,
    scan: place && scanId,
    ...kind,
  };
  return { html: renderVerdict(site, view), ...(setCookie && { headers: { 'set-cookie': setCookie } }) };
}

/** Places as the reader's language names them. */
const withPlaceNames = (verification: Verification, language: Language): Verification => ({
  ...verification,
  firstRegion: placeName(verification.firstRegion, language),
  pinFirstRegion: placeName(verification.pinFirstRegion, language),
});

/** Product page, for verdict pages without space for all of it. Counts no scan. */
async function aboutPage(request: FastifyRequest, about: ProductAboutSource) {
  const scan = z.uuid().safeParse(Object(request.query).scan).data?.toLowerCase();
  const goods = scan && (await about.ofScan(scan));
  return goods ? { html: renderAbout({ ...siteOf(request), preservedQuery: `scan=${scan}` }, goods) } : notFoundPage(request);
}

/** Redirects a typed code or pasted link to the code's own path. */
function redirectToCode(request: FastifyRequest) {
  const { code, lang } = Object(request.query);
  const symbol = readSymbol(String(code ?? '').slice(0, MAX_CODE_TEXT_LENGTH));
  if (!symbol.code) return { html: renderHome(siteOf(request), { empty: true }) };
  const path = pathPartsOf(symbol)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
  return { location: `/${path}${/^(zh|en)/.test(String(lang ?? '')) ? `?lang=${String(lang).slice(0, 2)}` : ''}` };
}

/** Plain digits are treated as a code, even if they form an SSCC. */
function pathPartsOf({ text, code, gtin, lot, sscc }: SymbolText): string[] {
  const hasSerial = code !== text;
  if (!hasSerial && sscc && !/^[\d\s-]+$/.test(text)) return ['00', sscc];
  if (hasSerial && gtin) return ['01', gtin, ...(lot ? ['10', lot] : []), '21', code];
  return ['c', normalise(code) || code];
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? '';

function notFoundPage(request: FastifyRequest) {
  const site = siteOf(request);
  return { html: renderNotice(site, site.t('verify.notFound.title'), site.t('verify.notFound.lead')), status: 404 };
}

function notFound(request: FastifyRequest, reply: FastifyReply) {
  if (!/^\/(v1|\.well-known)\//.test(request.url)) return sendPage(reply, notFoundPage(request));
  const problem = { type: 'about:blank#pathUnknown', title: siteOf(request).t('kit.pathUnknown'), status: 404 };
  return reply.code(404).header('cache-control', 'no-store').type('application/problem+json; charset=utf-8').send(problem);
}

/** The URL cannot be parsed, so no hook or helmet has run. */
export function handleInvalidUrl(installation: Installation, request: FastifyRequest, reply: FastifyReply) {
  request.ctx = anonymousContext(request, installation);
  const policy = Object.entries(verificationSitePolicy).map(
    ([name, values]) => `${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)} ${values.join(' ')}`,
  );
  reply.headers({ 'content-security-policy': policy.join(';'), 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  notFound(request, reply);
}
