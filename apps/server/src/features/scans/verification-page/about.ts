import { htmlDropped, pictureEndings } from '@suyuan/contract';
import { type About, aboutForVerdict } from '@suyuan/verify';
import sanitize from 'sanitize-html';
import { localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findAbout, findScannedBatch } from './about.queries.ts';

/** A picture uploaded to this installation, with or without the console's API prefix. */
const uploadedPicture = new RegExp(
  `^(?:/[\\w.~-]+)*(/profile/upload/\\d{4}/\\d\\d/\\d\\d/[0-9a-f]{32}\\.(?:${pictureEndings.join('|')}))$`,
);
const externalLink = /^(?:https?:\/\/|mailto:|tel:)/i;
const pixels = /^\d{1,4}$/;

/**
 * The console's allow-list without inline styles, which the page's policy blocks. Only own pictures, so that no third party is contacted.
 * Headings rank below the page's.
 */
const storyHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [
      ...['p', 'div', 'br', 'hr', 'h3', 'h4', 'blockquote', 'pre', 'figure', 'figcaption', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
      ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'a', 'img'],
    ],
    nonTextTags: [...htmlDropped],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      ...{ td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] },
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 100,
    transformTags: {
      ...{ h1: 'h3', h2: 'h3', h3: 'h4', h5: 'h4', h6: 'h4' },
      a: (tagName, { href = '' }) => ({ tagName, attribs: externalLink.test(href) ? { href, rel: 'nofollow noopener noreferrer' } : {} }),
      img: (tagName, attribs) => ({ tagName, attribs: pictureOf(attribs) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  }).trim();

function pictureOf({ src = '', alt = '', width = '', height = '' }: Record<string, string>): Record<string, string> {
  const address = uploadedPicture.exec(src)?.[1];
  const size = { ...(pixels.test(width) && { width }), ...(pixels.test(height) && { height }) };
  return address ? { src: address, alt, ...size, loading: 'lazy' } : {};
}

export function createProductAbout(db: Db) {
  const cache = localCacheOf<About>(db, 'goods_stories');

  const ofBatch = async (batchId: number): Promise<About | undefined> => {
    const cached = cache.get(batchId);
    if (cached) return cached;
    const row = await findAbout(db, batchId);
    if (!row) return undefined;
    const about = { ...row, story: row.story && storyHtml(row.story) };
    cache.put(batchId, about);
    return about;
  };

  /** As `ofBatch`, for a scan of the last day; undefined for an unknown code. */
  const ofScan = async (scanId: string): Promise<About | undefined> => {
    const scan = await findScannedBatch(db, scanId);
    const about = scan?.batchId ? await ofBatch(scan.batchId) : undefined;
    return about && scan ? aboutForVerdict(scan.verdict, about) : undefined;
  };

  return { ofBatch, ofScan };
}
export type ProductAboutSource = ReturnType<typeof createProductAbout>;
