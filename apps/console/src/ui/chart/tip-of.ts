interface TipLine {
  name: string;
  color: string;
  value: number | null;
}

/** Built from nodes, so that names are not parsed as HTML. */
export function tipOf(product: string, lines: readonly TipLine[], format: (value: number) => string): HTMLElement {
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  const head = document.createElement('div');
  head.textContent = product;
  tip.append(head);
  for (const { name, color, value } of lines) {
    const [line, mark, title, figure] = ['div', 'i', 'span', 'b'].map((tag) => document.createElement(tag));
    if (!line || !mark || !title || !figure) continue;
    mark.style.background = color;
    title.textContent = name;
    figure.textContent = value === null ? '—' : format(value);
    line.append(mark, title, figure);
    tip.append(line);
  }
  return tip;
}
