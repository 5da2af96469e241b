import { darkRuns, type LabelLook, type LabelText, linesBelow, type Matrix, matrixOf, measures } from './label-symbol.ts';

/** Sized in millimetres, without external resources. */
export function svgOf(look: LabelLook, text: LabelText): string {
  const matrix = matrixOf(look, text);
  const { width, height, letterMm } = measures(matrix, look, text);
  const modules = matrix.size + 2 * matrix.quiet;
  const unit = modules / width;
  const tall = round(height * unit);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}mm" height="${round(height)}mm" viewBox="0 0 ${modules} ${tall}">${`<path fill="#fff" d="M0 0h${modules}v${tall}H0z"/><path d="${pathOf(matrix)}" shape-rendering="crispEdges"/>`}${look.caption ? captionOf(text, { modules, letter: letterMm * unit }) : ''}</svg>\n`;
}

function pathOf(matrix: Matrix): string {
  let path = '';
  for (const { row, from, count } of darkRuns(matrix)) path += `M${from + matrix.quiet} ${row + matrix.quiet}h${count}v1h-${count}z`;
  return path;
}

const captionOf = (text: LabelText, { modules, letter }: { modules: number; letter: number }) =>
  linesBelow(text)
    .map((line, index) => lineOf(line, { modules, letter, top: modules + 1.2 * letter * index }))
    .join('');

const lineOf = (line: string, { modules, letter, top }: { modules: number; letter: number; top: number }) =>
  `<text x="${modules / 2}" y="${round(top + letter * 0.8)}" font-family="'Roboto Mono',Consolas,'Courier New',monospace" font-size="${round(letter)}" textLength="${round(
    line.length * letter * 0.6,
  )}" lengthAdjust="spacingAndGlyphs" text-anchor="middle">${line}</text>`;

const round = (value: number) => Number(value.toFixed(3));
