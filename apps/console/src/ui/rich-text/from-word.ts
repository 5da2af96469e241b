/** What tells a text that a word processor copied: its own classes, properties or names. */
const WORD = /class=["']?Mso|\bmso-|urn:schemas-microsoft-com|docs-internal-guid|<w:WordDocument/i;

/** What of a style is meant by its writer rather than by the sheet it was written on. */
const MEANT = new Set(['text-align', 'font-weight', 'font-style', 'text-decoration', 'vertical-align']);
const MEANT_IN_CELLS = new Set([...MEANT, 'width', 'background-color']);
/** Colours that every paper has. */
const PLAIN = /^(windowtext|auto|black|#000(000)?|rgb\(0, ?0, ?0\)|white|#fff(fff)?|transparent|initial|inherit)$/i;
/** How numbered items begin: 1. 1) a. iv. （一） 一、 */
const NUMBERED = /^[(（]?(\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十]+)[.)）、．]/i;

/**
 * A text from a word processor as its writer means it: headings, emphasis, lists, tables, colours and links stay; fonts, sizes and margins
 * of the sheet go, and paragraphs that only look like a list become one. Any other text is answered as it is.
 */
export function fromWord(html: string): string {
  if (!WORD.test(html)) return html;
  // a document without a window: nothing in it runs or loads
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const gone of body.querySelectorAll('style, meta, link, title, xml, script')) gone.remove();
  removeComments(body);
  lists(body);
  for (const element of [...body.querySelectorAll<HTMLElement>('*')]) {
    if (element.localName.includes(':') || isWrapper(element)) element.replaceWith(...element.childNodes);
    else tidy(element);
  }
  for (const line of body.querySelectorAll('p, span'))
    if (!line.textContent?.replaceAll(/\s|\u00a0/g, '') && !line.querySelector('img, br, table')) line.remove();
  return body.innerHTML;
}

/** Google's texts stand in a `b` that is not bold. */
const isWrapper = ({ localName, style, id }: HTMLElement) =>
  localName === 'b' && (style.fontWeight === 'normal' || id.startsWith('docs-internal-guid'));

function removeComments(body: HTMLElement) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Leaves of an element's style what is meant, and of its attributes what names a link, a picture or the size of a cell. */
function tidy(element: HTMLElement) {
  const meant = ['TD', 'TH'].includes(element.tagName) ? MEANT_IN_CELLS : MEANT;
  const kept = [...element.style].flatMap((property) => {
    const value = element.style.getPropertyValue(property);
    const coloured = property === 'color' || property === 'background-color';
    return (coloured && !PLAIN.test(value)) || (!coloured && meant.has(property) && value !== 'normal' && value !== 'baseline')
      ? [`${property}: ${value}`]
      : [];
  });
  element.removeAttribute('class');
  element.removeAttribute('lang');
  if (kept.length > 0) element.setAttribute('style', kept.join('; '));
  else element.removeAttribute('style');
}

interface Item {
  paragraph: HTMLElement;
  /** From 1. */
  level: number;
  ordered: boolean;
}

/** `mso-list:l0 level2 lfo1` in the style of a paragraph says that it is an item, and how deep. */
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

/** Makes lists of the runs of paragraphs that Word draws as such. */
function lists(body: HTMLElement) {
  const open: { list: HTMLElement; level: number }[] = [];
  let last: Element | undefined;
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')]) {
    const item = itemOf(paragraph);
    if (!item) continue;
    const before = paragraph.previousElementSibling;
    if (!last || before !== last) open.length = 0;
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop();
    let top = open.at(-1);
    if (!top || top.level < item.level) {
      const list = body.ownerDocument.createElement(item.ordered ? 'ol' : 'ul');
      if (top) (top.list.lastElementChild ?? top.list).append(list);
      else paragraph.before(list);
      top = { list, level: item.level };
      open.push(top);
    }
    const line = body.ownerDocument.createElement('li');
    line.append(...paragraph.childNodes);
    top.list.append(line);
    paragraph.remove();
    last = open[0]?.list;
  }
}
