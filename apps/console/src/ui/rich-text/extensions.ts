import { isSafeUrl, safeStyle } from '@suyuan/contract';
import { type Editor, Extension, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableKit } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { TextStyleKit } from '@tiptap/extension-text-style';
import { StarterKit } from '@tiptap/starter-kit';
import { Find } from './find.tsx';
import { BLOCKS, preservedMarkup } from './preserved-markup.ts';

/** CSS properties that other extensions handle, by element. */
const HANDLED_STYLES: readonly (readonly [element: RegExp, property: RegExp])[] = [
  [/^(p|h[1-6])$/, /^text-align\s*:/i],
  [/^table$/, /^min-width\s*:/i],
];
const isHandled = (element: HTMLElement, declaration: string) =>
  HANDLED_STYLES.some(([tag, property]) => tag.test(element.localName) && property.test(declaration));

/** Preserves styles that no extension handles (floats, borders, cell colours). */
const PreservedStyle = Extension.create({
  name: 'keptStyle',
  addGlobalAttributes: () => [
    {
      types: [...BLOCKS, 'image'],
      attributes: {
        keptStyle: {
          default: null,
          parseHTML: (element) =>
            safeStyle(element.getAttribute('style') ?? '')
              .split('; ')
              .filter((declaration) => declaration && !isHandled(element, declaration))
              .join('; ') || null,
          renderHTML: ({ keptStyle }) => (keptStyle ? { style: keptStyle } : {}),
        },
      },
    },
  ],
});

/** Whether the cursor is in the last cell of a table whose last row is empty. */
function isAtBlankEnd({ selection: { $from } }: Editor['state']): boolean {
  for (let depth = $from.depth; depth > 1; depth--) {
    const row = $from.node(depth);
    if (row.type.name !== 'tableRow') continue;
    const last = $from.index(depth) === row.childCount - 1 && $from.index(depth - 1) === $from.node(depth - 1).childCount - 1;
    return last && row.textContent === '';
  }
  return false;
}

/**
 * Table that preserves its caption. Tab leaves the table if it would add a second blank row; otherwise it could not be left by keyboard.
 */
const CaptionedTable = Table.extend({
  addAttributes() {
    const parseHTML = (element: HTMLElement) => element.querySelector(':scope > caption')?.textContent?.trim() || null;
    return { ...this.parent?.(), caption: { default: null, parseHTML, rendered: false } };
  },
  addKeyboardShortcuts() {
    const { Tab, ...others } = this.parent?.() ?? {};
    return { ...others, ...(Tab && { Tab: (press) => !isAtBlankEnd(this.editor.state) && Tab(press) }) };
  },
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML(props) {
    const tableSpec = this.parent?.(props);
    const { caption } = props.node.attrs;
    if (!tableSpec || !Array.isArray(tableSpec) || !caption) return tableSpec ?? ['table', 0];
    const [tag, attributes, ...content] = tableSpec;
    return [tag, attributes, ['caption', String(caption)], ...content];
  },
});

const simpleMark = (name: string, tag: string, excludes = '') =>
  Mark.create({ name, excludes, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] });

export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isSafeUrl(url, 'link'),
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
    },
  }),
  TextStyleKit,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Image.configure({ inline: true, allowBase64: true }),
  TableKit.configure({ table: false }),
  CaptionedTable.configure({ resizable: true, cellMinWidth: 48 }),
  simpleMark('subscript', 'sub', 'superscript'),
  simpleMark('superscript', 'sup', 'subscript'),
  simpleMark('marked', 'mark'),
  PreservedStyle,
  ...preservedMarkup,
  Find,
];
