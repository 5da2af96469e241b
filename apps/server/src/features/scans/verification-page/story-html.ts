import { htmlDropped, pictureEndings } from '@suyuan/contract';
import sanitize from 'sanitize-html';

/** A picture uploaded to this installation, with or without the console's API prefix. */
const uploadedPicture = new RegExp(`^(?:/[\\w.~-]+)*(/profile/upload/\\d{4}/\\d\\d/\\d\\d/[0-9a-f]{32}\\.(?:${pictureEndings.join('|')}))$`);
const externalLink = /^(?:https?:\/\/|mailto:|tel:)/i;
const pixels = /^\d{1,4}$/;

/**
 * The console's allow-list without inline styles, which the page's policy blocks. Only own pictures, so that no third party is contacted.
 * Headings rank below the page's.
 */
export const storyHtml = (html: string): string =>
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
