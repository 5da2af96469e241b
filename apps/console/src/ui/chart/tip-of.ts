interface TooltipLine {
  name: string;
  color: string;
  value: number | null;
}

/** Built from nodes, so that names are not parsed as HTML. */
export function createTooltipContent(categoryLabel: string, lines: readonly TooltipLine[], format: (value: number) => string): HTMLElement {
  const container = document.createElement('div');
  container.className = 'chart-tip';
  const head = document.createElement('div');
  head.textContent = categoryLabel;
  container.append(head);
  for (const { name, color, value } of lines) {
    const [line, mark, title, figure] = ['div', 'i', 'span', 'b'].map((tag) => document.createElement(tag));
    if (!line || !mark || !title || !figure) continue;
    mark.style.background = color;
    title.textContent = name;
    figure.textContent = value === null ? '—' : format(value);
    line.append(mark, title, figure);
    container.append(line);
  }
  return container;
}
