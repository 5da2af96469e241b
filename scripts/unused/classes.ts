import { productSources, type Search, textsIn, textsOf } from './sources.ts';

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
  const prefixes = new Set<string>();
  for (const literal of [...productSources.values()].flatMap(textsIn)) {
    for (const name of literal.match(/[\w-]+/g) ?? []) names.add(name);
    for (const [, beginning = ''] of literal.matchAll(/([\w-]+-)\$\{/g)) prefixes.add(beginning);
  }
  const isUsed = (name: string) => names.has(name) || [...prefixes].some((beginning) => name.startsWith(beginning));
  const faults: string[] = [];
  let checkedCount = 0;
  for (const [file, text] of textsOf('apps/{console,verify}/src/**/*.css')) {
    if (FOREIGN_SHEETS.includes(file)) continue;
    const selectors = text.replaceAll(COMMENT, '').replaceAll(DECLARATIONS, '{}');
    for (const name of new Set([...selectors.matchAll(CLASS)].map(([, each = '']) => each))) {
      if (FOREIGN.test(name)) continue;
      checkedCount++;
      if (!isUsed(name)) faults.push(`${file} dresses .${name}, which no element is`);
    }
  }
  return { checkedCount, faults };
}
