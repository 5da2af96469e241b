import { Editor, EditorContent, useEditorState } from '@tiptap/react';
import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import type { RichTextEditorProps } from '../rich-text-editor.tsx';
import { safeHtml } from '../safe-html.ts';
import { extensions } from './extensions.ts';
import { FindBar } from './find.tsx';
import { imageFilesIn, useImageUpload } from './insert-tools.tsx';
import { Toolbar } from './toolbar.tsx';
import { onEscape } from './toolbar-button.tsx';

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
function fromWord(html: string): string {
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

/** One per CJK character, and one per run of other letters and digits. */
const COUNTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

function TextLength({ editor }: { editor: Editor }) {
  const t = useTranslations();
  const count = useEditorState({ editor, selector: ({ editor: at }) => at.getText().match(COUNTED)?.length ?? 0 });
  return <span className="tabular-nums">{t('editor.length', { count })}</span>;
}

const htmlSource = 'block size-full min-h-75 resize-none border-0 bg-surface px-4 py-3 font-mono text-[13px]/5 text-ink outline-none!';

const textBoxAttributes = (name: string, height: number, more: Record<string, string | boolean | undefined> = {}) => ({
  'data-rich-text': '',
  class: 'px-4 py-3 outline-none! in-data-full-screen:mx-auto in-data-full-screen:max-w-[900px]',
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': name,
  style: `min-height:${height}px`,
  ...Object.fromEntries(Object.entries(more).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))),
});

/** Lazy-loaded by `ui/rich-text-editor.tsx`. */
export default function RichTextEditorBody({
  id,
  value,
  onChange,
  height = 300,
  placeholder,
  label,
  disabled = false,
  'aria-describedby': describedBy,
  'aria-invalid': invalid,
  'aria-required': required,
}: RichTextEditorProps) {
  const t = useTranslations();
  const name = label ?? t('shell.editor');
  /** Last reported value. Receiving it back changes nothing. */
  const lastReportedHtml = useRef(value ?? '');
  const [source, setSource] = useState<string>();
  const [fullScreen, setFullScreen] = useState(false);
  const [findOpen, setFindOpen] = useState(false);
  const reportChange = useEffectEvent((html: string) => {
    lastReportedHtml.current = html;
    onChange?.(html);
  });
  const changeSource = (html: string) => {
    setSource(html);
    reportChange(safeHtml(html));
  };

  // `useEditor` would destroy the editor and its history whenever the tab is hidden.
  const [editor] = useState(
    () =>
      new Editor({
        extensions,
        content: safeHtml(value ?? ''),
        editable: !disabled,
        onUpdate: ({ editor: updatedEditor }) => reportChange(isBlank(updatedEditor) ? '' : updatedEditor.getHTML()),
        editorProps: {
          attributes: textBoxAttributes(name, height),
          handlePaste: (_view, event) => insertPastedImages(imageFilesIn(event.clipboardData)),
          handleDrop: (view, event) =>
            insertPastedImages(imageFilesIn(event.dataTransfer), view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
          transformPastedHTML: (html) => safeHtml(fromWord(html)),
        },
      }),
  );
  useInsertionEffect(() => () => editor.destroy(), [editor]);
  const { uploadCount, insertImages } = useImageUpload((image, at) => {
    // the source view has the newer text
    if (source !== undefined) return changeSource(`${source}\n${Object.assign(new Image(), image).outerHTML}`);
    const picture = { type: 'image', attrs: image };
    if (at === undefined) editor.chain().focus().insertContent(picture).run();
    else editor.chain().focus().insertContentAt(at, picture).run();
  });
  const insertPastedImages = useEffectEvent((files: File[], at?: number) => {
    if (files.length === 0) return false;
    void insertImages(files, at);
    return true;
  });

  useEffect(() => {
    if ((value ?? '') === lastReportedHtml.current) return;
    lastReportedHtml.current = value ?? '';
    setSource(undefined);
    editor.commands.setContent(safeHtml(value ?? ''), { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => editor.setEditable(!disabled, false), [disabled, editor]);
  useEffect(() => {
    const attributes = textBoxAttributes(name, height, {
      id,
      'aria-describedby': describedBy,
      'aria-invalid': invalid,
      'aria-required': required,
    });
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } });
  }, [editor, name, height, id, describedBy, invalid, required]);

  const isEmpty = useEditorState({ editor, selector: ({ editor: at }) => isBlank(at) });

  const toggleSource = () => {
    if (source === undefined) return setSource(withLineBreaks(lastReportedHtml.current));
    setSource(undefined);
    editor.commands.setContent(safeHtml(source));
  };

  return (
    <section
      data-wide-field=""
      data-full-screen={fullScreen ? '' : undefined}
      className={`flex min-w-0 flex-col border border-edge bg-surface focus-within:border-primary ${
        fullScreen ? 'fixed inset-0 z-900' : 'relative rounded'
      }`}
      aria-label={name}
      onKeyDown={(event) => {
        if (fullScreen) onEscape(() => setFullScreen(false))(event);
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || source !== undefined) return;
        event.preventDefault();
        setFindOpen(true);
      }}
    >
      <Toolbar
        editor={editor}
        sourceOpen={source !== undefined}
        onSource={toggleSource}
        fullScreen={fullScreen}
        onToggleFullScreen={() => setFullScreen(!fullScreen)}
        onImages={(files) => void insertImages(files)}
        findOpen={findOpen}
        onFind={() => setFindOpen(!findOpen)}
      />
      {findOpen && source === undefined && <FindBar editor={editor} onClose={() => setFindOpen(false)} />}
      <div
        data-testid="rich-text-paper"
        className={`relative min-h-40 overflow-auto ${fullScreen ? 'flex-1' : 'resize-y'}`}
        style={fullScreen ? undefined : { height }}
      >
        {source === undefined ? (
          <>
            {isEmpty && placeholder && (
              <p className="pointer-events-none absolute inset-x-4 top-3 m-0 leading-[1.75] text-muted" aria-hidden="true">
                {placeholder}
              </p>
            )}
            <EditorContent editor={editor} />
          </>
        ) : (
          <textarea
            id={id}
            className={htmlSource}
            aria-label={t('editor.source')}
            spellCheck={false}
            value={source}
            onChange={({ target }) => changeSource(target.value)}
          />
        )}
      </div>
      <div className="flex justify-between gap-4 border-t border-line px-4 py-1 text-xs/5 text-muted">
        <span role="status">{uploadCount > 0 && t('editor.uploading', { count: uploadCount })}</span>
        <TextLength editor={editor} />
      </div>
    </section>
  );
}

/** Only one empty paragraph. A table without text is not blank. */
const isBlank = ({ state: { doc } }: Editor) =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;

/** Adds a line break after each block for the HTML view. */
const withLineBreaks = (html: string) => html.replace(/<\/(p|h[1-6]|li|ul|ol|tr|tbody|table|blockquote|pre|div)>(?!\n)/g, '$&\n').trim();
