import { htmlAttributes, htmlDropped, htmlTags, safeAttribute } from '@suyuan/contract';
import purify from 'dompurify';
import { fileUrl } from '../data/site-config.ts';

/** Elements that are removed with their text: the server's list, and elements that only browsers parse inside SVG and MathML. */
const droppedTags = [...htmlDropped, 'annotation-xml', 'desc', 'foreignobject', 'head', 'mi', 'mo', 'mn', 'ms', 'mtext'];

/** A stored picture, with the API prefix at the time it was stored. */
const STORED_IMAGE = /^(\/[\w.~-]+)+\/profile\//;

const sanitizer = purify(window);
sanitizer.addHook('uponSanitizeAttribute', (element, attribute) => {
  const safe = safeAttribute(element.nodeName.toLowerCase(), attribute.attrName, attribute.attrValue);
  if (safe === undefined) attribute.keepAttr = false;
  else attribute.attrValue = attribute.attrName === 'src' && STORED_IMAGE.test(safe) ? fileUrl(safe) : safe;
});
sanitizer.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/** Sanitises HTML with the allow-list of the server, using the browser's parser. */
export const safeHtml = (html: string): string =>
  sanitizer.sanitize(html, {
    ALLOWED_TAGS: [...htmlTags],
    ALLOWED_ATTR: [...new Set(Object.values(htmlAttributes).flat())],
    FORBID_CONTENTS: droppedTags,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
