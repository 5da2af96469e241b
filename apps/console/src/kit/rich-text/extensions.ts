import { isSafeUrl, safeStyle } from '@suyuan/contract';
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { TextStyleKit } from '@tiptap/extension-text-style';
import { StarterKit } from '@tiptap/starter-kit';

const BLOCKS = ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'codeBlock', 'box'];
const CELLS = ['table', 'tableRow', 'tableCell', 'tableHeader'];

/** Properties that other extensions read and write themselves. */
const OWNED = /^(text-align|min-width)\s*:/i;

/** Styles of foreign texts that nothing here knows (floats, borders, cell colours) stay with their element. */
const KeptStyle = Extension.create({
  name: 'keptStyle',
  addGlobalAttributes: () => [
    {
      types: [...BLOCKS, ...CELLS, 'image'],
      attributes: {
        keptStyle: {
          default: null,
          parseHTML: (element) =>
            safeStyle(element.getAttribute('style') ?? '')
              .split('; ')
              .filter((declaration) => declaration && !OWNED.test(declaration))
              .join('; ') || null,
          renderHTML: ({ keptStyle }) => (keptStyle ? { style: keptStyle } : {}),
        },
      },
    },
  ],
});

/** A box of a foreign text: a `div` that has a look of its own. Other `div`s are only wrappers and go. */
const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'div', getAttrs: (element) => (element.getAttribute('style') ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes), 0],
});

const simpleMark = (name: string, tag: string, excludes = '') =>
  Mark.create({ name, excludes, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] });

/** What the editor knows of a text. */
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
  TableKit.configure({ table: { resizable: true, cellMinWidth: 48 } }),
  simpleMark('subscript', 'sub', 'superscript'),
  simpleMark('superscript', 'sup', 'subscript'),
  simpleMark('marked', 'mark'),
  Box,
  KeptStyle,
];
