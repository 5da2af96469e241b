import { htmlAttributes, htmlDropped, htmlTags, safeAttribute } from '@suyuan/contract';
import sanitize from 'sanitize-html';

/**
 * HTML without what the shared allow-list does not name. Done when a text is stored; the console does the same once more when it shows
 * it, so that a gap in one is closed by the other.
 */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...htmlTags],
    nonTextTags: [...htmlDropped],
    allowedAttributes: Object.fromEntries(Object.entries(htmlAttributes).map(([tag, names]) => [tag, [...names]])),
    // values are judged by the contract's own rules, before these; what is left here is to let them pass
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
    nestingLimit: 100,
  });

function safeAttributes(tag: string, given: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const safe = safeAttribute(tag, name, value);
    if (safe !== undefined) kept[name] = safe;
  }
  return kept;
}

/** Letters of a text that would be marks of HTML, as text between tags. */
export const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
