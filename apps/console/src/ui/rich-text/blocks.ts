/** What a text is built of, by the names of its nodes: each may carry a look of its own, a class and a direction, as far as the allow-list lets it. */
export const BLOCKS = [
  ...['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'codeBlock'],
  ...['table', 'tableRow', 'tableCell', 'tableHeader'],
  ...['box', 'figure', 'figureCaption', 'definitionList', 'definitionTerm', 'definition'],
];
