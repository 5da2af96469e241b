import { product, type Search, textsIn, textsOf } from './sources.ts';

/** Classes of libraries or of external HTML. */
const FOREIGN = /^(ant-|filter-node$|ql-|ProseMirror|selectedCell$|column-resize-handle$|resize-cursor$)/;
/** Stylesheets that only override a library. */
const FOREIGN_SHEETS = ['apps/console/src/features/devtools/open-api/open-api.css'];

const COMMENT = /\/\*[\s\S]*?\*\//g;
const DECLARATIONS = /\{[^{}]*\}/g;
const CLASS = /\.(-?[a-zA-Z][\w-]*)/g;

/** CSS classes that no element uses. */
export function unusedClasses(): Search {
  const names = new Set<string>();
  const beginnings = new Set<string>();
  for (const said of [...product.values()].flatMap(textsIn)) {
    for (const name of said.match(/[\w-]+/g) ?? []) names.add(name);
    for (const [, beginning = ''] of said.matchAll(/([\w-]+-)\$\{/g)) beginnings.add(beginning);
  }
  const isAlive = (name: string) => names.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning));
  const faults: string[] = [];
  let looked = 0;
  for (const [file, text] of textsOf('apps/{console,verify}/src/**/*.css')) {
    if (FOREIGN_SHEETS.includes(file)) continue;
    const selectors = text.replaceAll(COMMENT, '').replaceAll(DECLARATIONS, '{}');
    for (const name of new Set([...selectors.matchAll(CLASS)].map(([, each = '']) => each))) {
      if (FOREIGN.test(name)) continue;
      looked++;
      if (!isAlive(name)) faults.push(`${file} dresses .${name}, which no element is`);
    }
  }
  return { looked, faults };
}
