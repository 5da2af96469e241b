import type { FastifyRequest } from 'fastify';
import type { PageResponse } from '../../../platform/http/page-route.ts';

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
