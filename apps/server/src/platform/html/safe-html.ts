import { htmlAttributes, htmlDropped, htmlTags, safeAttribute } from '@suyuan/contract';
import sanitize from 'sanitize-html';

/** Removes HTML that is not on the shared allow-list. Runs on storage; the console repeats it on display as a second defence. */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...htmlTags],
    nonTextTags: [...htmlDropped],
    allowedAttributes: Object.fromEntries(Object.entries(htmlAttributes).map(([tag, names]) => [tag, [...names]])),
    // the contract's own rules validate the values first; these options only let them pass
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
    nestingLimit: 100,
  });

function safeAttributes(tag: string, attributes: Record<string, string>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const safe = safeAttribute(tag, name, value);
    if (safe !== undefined) result[name] = safe;
  }
  return result;
}

export const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
