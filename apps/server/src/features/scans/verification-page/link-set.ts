import type { FastifyRequest } from 'fastify';
import type { PageAnswer } from '../../../platform/http/page-route.ts';

/** What our pages are in GS1's vocabulary: the product's information page, and its way here. */
const named = ['defaultLink', 'pip', 'traceability'];
const vocabulary = 'https://ref.gs1.org/voc/';
/** How a type of ours may be asked for: in full, shortened, or bare. */
const prefix = /^(?:https?:\/\/(?:ref\.|www\.)?gs1\.org\/voc\/|gs1:)/;
const LINK_SET = 'application/linkset+json';

/**
 * The links of a Digital Link as RFC 9264 names them, where they are asked for (`linkType=linkset`, `all`, or by media type). A link
 * of a type that we have not is `noSuchLink`, answered 404 as GS1's resolver standard wants. Undefined: the page itself is asked for.
 * Nothing of this counts as a scan.
 */
export function linkSetOf({ url, query, headers, ctx }: FastifyRequest): PageAnswer | 'noSuchLink' | undefined {
  const path = url.split('?')[0] ?? '';
  if (!path.startsWith('/01/')) return undefined;
  const asked = String(Object(query).linkType ?? '');
  const type = asked.trim().replace(prefix, '');
  const whole = type === 'linkset' || type === 'all' || (headers.accept ?? '').includes(LINK_SET);
  if (!whole) return type === '' || named.includes(type) ? undefined : 'noSuchLink';
  const href = `${ctx.installation.publicBaseUrl}${path}`;
  const links = [{ href, title: ctx.t('shopper.title'), type: 'text/html', hreflang: ['zh', 'en'] }];
  const byType = named.map((name) => [`${vocabulary}${name}`, links]);
  const body = JSON.stringify({ linkset: [{ anchor: href, ...Object.fromEntries(byType) }] });
  return { html: body, headers: { 'content-type': LINK_SET } };
}
