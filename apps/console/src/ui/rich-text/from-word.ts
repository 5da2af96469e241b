/** Markers of text copied from a word processor: classes, properties or names. */
const WORD_MARKER = /class=["']?Mso|\bmso-|urn:schemas-microsoft-com|docs-internal-guid|<w:WordDocument/i;

/** Style properties that express the author's intent, not the document template. */
const ALLOWED_STYLES = new Set(['text-align', 'font-weight', 'font-style', 'text-decoration', 'vertical-align']);
const ALLOWED_CELL_STYLES = new Set([...ALLOWED_STYLES, 'width', 'background-color']);
/** Default colours. */
const DEFAULT_COLOUR = /^(windowtext|auto|black|#000(000)?|rgb\(0, ?0, ?0\)|white|#fff(fff)?|transparent|initial|inherit)$/i;
/** Numbering formats: 1. 1) a. iv. （一） 一、 */
const NUMBERED = /^[(（]?(\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十]+)[.)）、．]/i;

/** Headings, emphasis, lists, tables, colours and links stay; fonts, sizes and margins are removed. Other text is returned unchanged. */
export function fromWord(html: string): string {
  if (!WORD_MARKER.test(html)) return html;
  // a document without a window runs no scripts and loads nothing
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const removable of body.querySelectorAll('style, meta, link, title, xml, script')) removable.remove();
  removeComments(body);
  convertLists(body);
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) {
    if (element.localName.includes(':') || isWrapper(element)) element.replaceWith(...element.childNodes);
    else cleanStyles(element);
  }
  for (const line of body.querySelectorAll('p, span'))
    if (!line.textContent?.replaceAll(/\s|\u00a0/g, '') && !line.querySelector('img, br, table')) line.remove();
  return body.innerHTML;
}

/** Google Docs wraps text in a `b` that is not bold. */
const isWrapper = ({ localName, style, id }: HTMLElement) =>
  localName === 'b' && (style.fontWeight === 'normal' || id.startsWith('docs-internal-guid'));

function removeComments(body: HTMLElement) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Keeps intended styles, and attributes of links, images and cells. */
function cleanStyles(element: HTMLElement) {
  const allowedStyles = ['TD', 'TH'].includes(element.tagName) ? ALLOWED_CELL_STYLES : ALLOWED_STYLES;
  const declarations = [...element.style].flatMap((property) => {
    const value = element.style.getPropertyValue(property);
    const isColour = property === 'color' || property === 'background-color';
    return (isColour && !DEFAULT_COLOUR.test(value)) ||
      (!isColour && allowedStyles.has(property) && value !== 'normal' && value !== 'baseline')
      ? [`${property}: ${value}`]
      : [];
  });
  element.removeAttribute('class');
  element.removeAttribute('lang');
  if (declarations.length > 0) element.setAttribute('style', declarations.join('; '));
  else element.removeAttribute('style');
}

interface Item {
  paragraph: HTMLElement;
  /** Starts at 1. */
  level: number;
  ordered: boolean;
}

/** `mso-list:l0 level2 lfo1` in a paragraph's style marks a list item and its level. */
function itemOf(paragraph: HTMLElement): Item | undefined {
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(paragraph.getAttribute('style') ?? '')?.[1];
  if (!level) return undefined;
  const mark = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const ordered = NUMBERED.test(mark?.textContent?.trim() ?? '');
  mark?.remove();
  return { paragraph, level: Number(level), ordered };
}

function convertLists(body: HTMLElement) {
  const openLists: { list: HTMLElement; level: number }[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')]) {
    const item = itemOf(paragraph);
    if (!item) continue;
    const before = paragraph.previousElementSibling;
    if (!last || before !== last) openLists.length = 0;
    while ((openLists.at(-1)?.level ?? 0) > item.level) openLists.pop();
    let top = openLists.at(-1);
    if (!top || top.level < item.level) {
      const list = body.ownerDocument.createElement(item.ordered ? 'ol' : 'ul');
      if (top) (top.list.lastElementChild ?? top.list).append(list);
      else paragraph.before(list);
      top = { list, level: item.level };
      openLists.push(top);
    }
    const line = body.ownerDocument.createElement('li');
    line.append(...paragraph.childNodes);
    top.list.append(line);
    paragraph.remove();
    last = openLists[0]?.list;
  }
}
