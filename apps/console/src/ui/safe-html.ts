import { htmlAttributes, htmlDropped, htmlTags, safeAttribute } from '@suyuan/contract';
import purify from 'dompurify';
import { fileUrl } from '../data/site-config.ts';

/** Of these the text goes with the element, as the server has it, and of what only browsers read within pictures and formulas. */
const dropped = [...htmlDropped, 'annotation-xml', 'desc', 'foreignobject', 'head', 'mi', 'mo', 'mn', 'ms', 'mtext'];

/** A stored picture, with the API prefix of the console that stored it. */
const STORED = /^(\/[\w.~-]+)+\/profile\//;

const own = purify(window);
own.addHook('uponSanitizeAttribute', (element, attribute) => {
  const safe = safeAttribute(element.nodeName.toLowerCase(), attribute.attrName, attribute.attrValue);
  if (safe === undefined) attribute.keepAttr = false;
  else attribute.attrValue = attribute.attrName === 'src' && STORED.test(safe) ? fileUrl(safe) : safe;
});
own.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/** HTML as it may be shown: by the allow-list that the server stores by, judged once more by the browser's own parser. */
export const safeHtml = (html: string): string =>
  own.sanitize(html, {
    ALLOWED_TAGS: [...htmlTags],
    ALLOWED_ATTR: [...new Set(Object.values(htmlAttributes).flat())],
    FORBID_CONTENTS: dropped,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
