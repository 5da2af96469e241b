/**
 * Allow-list for user-written HTML. The server sanitises before storage, the console before rendering. Both use this list, so that
 * they cannot differ.
 */

/** Other elements are removed, but their text remains. */
export const htmlTags = [
  ...['p', 'div', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'figure', 'figcaption', 'center'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['span', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup', 'mark', 'small', 'code', 'kbd', 'font', 'a', 'img'],
] as const;

/** Elements removed with their content, which is not readable text. */
export const htmlDropped = [
  ...['script', 'style', 'title', 'textarea', 'option', 'select', 'template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['iframe', 'frameset', 'object', 'embed', 'applet', 'svg', 'math', 'audio', 'video'],
] as const;

/** Allowed attributes by element, `*` for all. `id` and `name` are excluded because they could shadow DOM properties of the page. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['style', 'class', 'title', 'dir', 'align'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  table: ['width', 'border', 'cellpadding', 'cellspacing'],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  td: ['colspan', 'rowspan', 'colwidth', 'width', 'valign'],
  th: ['colspan', 'rowspan', 'colwidth', 'width', 'valign'],
  ol: ['start', 'type'],
  font: ['color', 'face', 'size'],
};

/** Allowed `style` properties. None removes an element from the flow or loads a resource. */
const htmlStyles: readonly string[] = [
  ...['color', 'background-color', 'text-align', 'text-decoration', 'text-decoration-line', 'text-indent', 'vertical-align', 'float'],
  ...['font-size', 'font-weight', 'font-style', 'font-family', 'line-height', 'letter-spacing', 'list-style-type'],
  ...['width', 'height', 'min-width', 'max-width', 'border-collapse', 'border-spacing'],
  ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  ...['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-color', 'border-style', 'border-width'],
];

/** Classes of other editors that the style sheet supports. Any other class could imitate controls of the console. */
const htmlClass = /^ql-(align-(center|right|justify)|indent-[1-8]|size-(small|large|huge)|font-(serif|monospace)|syntax)$/;

const SCHEMES = { link: /^(https?:\/\/[^/\\]|mailto:|tel:)/i, picture: /^https?:\/\/[^/\\]/i };
/** Characters that browsers ignore in a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const IGNORED_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/g;
const DATA_PICTURE = /^data:image\/(png|jpeg|gif|webp|bmp);base64,[a-z0-9+/]+=*$/i;

/** Accepts relative URLs, and schemes that do not execute code. */
export function isSafeUrl(address: string, use: 'link' | 'picture'): boolean {
  const cleaned = address.replace(IGNORED_CHARACTERS, '');
  if (use === 'picture' && DATA_PICTURE.test(cleaned)) return true;
  // A relative URL belongs to this site. Excluded are `//host` and its variants, and a colon before the first
  // slash, which hides a scheme.
  return SCHEMES[use].test(cleaned) || !/^([/\\]{2}|[^/?#]*:)/.test(cleaned);
}

/** Colour functions are the only allowed functions. */
const COLOURS = /\b(?:rgb|hsl)a?\([\d\s.,%/deg-]{1,60}\)/gi;
const PLAIN_VALUE = /^[#\w\s.,%+'"!\u0080-\uffff-]{1,200}$/;

/** May return an empty text. */
export function safeStyle(style: string): string {
  const declarations: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (htmlStyles.includes(property) && PLAIN_VALUE.test(value.replace(COLOURS, 'x'))) declarations.push(`${property}: ${value}`);
  }
  return declarations.join('; ');
}

/** Undefined: remove the attribute. */
export function safeAttribute(tag: string, name: string, value: string): string | undefined {
  const allowed = htmlAttributes['*']?.includes(name) || (Object.hasOwn(htmlAttributes, tag) && htmlAttributes[tag]?.includes(name));
  if (!allowed) return undefined;
  if (name === 'style') return safeStyle(value) || undefined;
  if (name === 'class') return value.split(/\s+/).filter((each) => htmlClass.test(each)).join(' ') || undefined; // biome-ignore format: one line
  if (name === 'href') return isSafeUrl(value, 'link') ? value : undefined;
  if (name === 'src') return isSafeUrl(value, 'picture') ? value : undefined;
  return value;
}
