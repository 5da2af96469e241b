/** Block nodes, which may have style, class and direction within the allow-list. */
export const BLOCKS = [
  ...['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'codeBlock'],
  ...['table', 'tableRow', 'tableCell', 'tableHeader'],
  ...['box', 'figure', 'figureCaption', 'definitionList', 'definitionTerm', 'definition'],
];
