import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core';

/** Block nodes, which may have style, class and direction within the allow-list. */
export const BLOCKS = [
  ...['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'codeBlock'],
  ...['table', 'tableRow', 'tableCell', 'tableHeader'],
  ...['box', 'figure', 'figureCaption', 'definitionList', 'definitionTerm', 'definition'],
];

/** A mark of imported texts without a tool in the editor. It is preserved within the allow-list. */
const simpleMark = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0] });

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] ? { [name]: attributes[name] } : {}),
});

const Font = Mark.create({
  name: 'font',
  addAttributes: () => ({ color: attribute('color'), face: attribute('face'), size: attribute('size') }),
  parseHTML: () => [{ tag: 'font' }],
  renderHTML: ({ HTMLAttributes }) => ['font', HTMLAttributes, 0],
});

const DefinitionList = Node.create({
  name: 'definitionList',
  group: 'block',
  content: '(definitionTerm | definition)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: ({ HTMLAttributes }) => ['dl', HTMLAttributes, 0],
});
const DefinitionTerm = Node.create({
  name: 'definitionTerm',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: ({ HTMLAttributes }) => ['dt', HTMLAttributes, 0],
});
const Definition = Node.create({
  name: 'definition',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: ({ HTMLAttributes }) => ['dd', HTMLAttributes, 0],
});

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: '(block | figureCaption)+',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});
const FigureCaption = Node.create({
  name: 'figureCaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

/** A `div` with style, align or dir, or a `center`. Other `div`s are unwrapped. */
const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tag: { default: 'div', parseHTML: (element: HTMLElement) => element.localName, renderHTML: () => ({}) },
  }),
  parseHTML: () => [
    { tag: 'div', getAttrs: (element) => (['style', 'align', 'dir'].some((name) => element.hasAttribute(name)) ? null : false) },
    { tag: 'center' },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag === 'center' ? 'center' : 'div', mergeAttributes(HTMLAttributes), 0],
});

/** Allowed attributes that no other extension handles. */
const PreservedAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    {
      types: BLOCKS,
      attributes: { class: attribute('class'), title: attribute('title'), dir: attribute('dir'), align: attribute('align') },
    },
    { types: ['image'], attributes: { align: attribute('align') } },
    { types: ['tableCell', 'tableHeader'], attributes: { valign: attribute('valign') } },
    { types: ['table'], attributes: { border: attribute('border'), width: attribute('width') } },
  ],
});

export const preservedMarkup = [
  simpleMark('small', 'small'),
  simpleMark('keys', 'kbd'),
  simpleMark('inserted', 'ins'),
  Font,
  DefinitionList,
  DefinitionTerm,
  Definition,
  Figure,
  FigureCaption,
  Box,
  PreservedAttributes,
];
