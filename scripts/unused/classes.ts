import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compile } from 'tailwindcss';
import { productSources, type Search, textsIn, textsOf } from './sources.ts';

/** Classes of libraries. */
const FOREIGN = /^(ant-|cm-|ProseMirror|selectedCell$|column-resize-handle$|resize-cursor$)/;
/** Style sheets that only override a library. */
const FOREIGN_SHEETS = ['apps/console/src/features/devtools/open-api/open-api.css'];

/** Classes that only variants of other elements refer to. */
const MARKERS = /^(group|peer)(\/|$)/;

const COMMENT = /\/\*[\s\S]*?\*\//g;
const IMPORT = /@(import|source)[^;]*;/g;
const DECLARATIONS = /\{[^{}]*\}/g;
const CLASS = /\.(-?[a-zA-Z][\w-]*)/g;

/** Classes in the selectors of a style sheet, without those of libraries. */
function classesIn(sheet: string): string[] {
  const selectors = sheet.replaceAll(COMMENT, '').replaceAll(IMPORT, '').replaceAll(DECLARATIONS, '{}');
  return [...new Set([...selectors.matchAll(CLASS)].map(([, name = '']) => name))].filter((name) => !FOREIGN.test(name));
}

/** Classes of CSS modules and of the verification page that no element has, and global classes of the console, which has utilities. */
export function unusedClasses(): Search {
  const faults: string[] = [];
  let checkedCount = 0;
  for (const [file, sheet] of textsOf('apps/console/src/**/*.css')) {
    if (FOREIGN_SHEETS.includes(file)) continue;
    const names = classesIn(sheet);
    checkedCount += names.length;
    if (!file.endsWith('.module.css')) {
      for (const name of names) faults.push(`${file} has the global class .${name}`);
      continue;
    }
    const imported = file.slice(file.lastIndexOf('/') + 1);
    const users = [...productSources.values()].filter((text) => text.includes(`/${imported}'`));
    for (const name of names)
      if (!users.some((text) => text.includes(`.${name}`))) faults.push(`${file} has the class .${name}, which no element has`);
  }
  const pageTexts = [...productSources].flatMap(([file, text]) => (file.startsWith('apps/verify/') ? textsIn(text) : []));
  const names = new Set(pageTexts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
  const prefixes = pageTexts.flatMap((text) => [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, prefix = '']) => prefix));
  const isUsed = (name: string) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
  for (const [file, sheet] of textsOf('apps/verify/src/**/*.css')) {
    for (const name of classesIn(sheet)) {
      checkedCount++;
      if (!isUsed(name)) faults.push(`${file} has the class .${name}, which no element has`);
    }
  }
  return { checkedCount, faults };
}

/** Names in `className="…"` that neither Tailwind nor `ui/tailwind.css` knows. Composed class names are not checked. */
export async function unknownClasses(): Promise<Search> {
  const sheets = textsOf('apps/console/src/ui/tailwind.css');
  const resolve = createRequire(path.join(import.meta.dirname, '../../apps/console/package.json')).resolve;
  const { build } = await compile([...sheets.values()].join(''), {
    loadStylesheet: async (id, base) => ({ base, path: id, content: readFileSync(resolve(id), 'utf8') }),
  });
  const faults: string[] = [];
  const checkedNames = new Set<string>();
  let css = build([]);
  for (const [file, text] of productSources) {
    for (const [, value = ''] of text.matchAll(/ className="([^"]*)"/g)) {
      for (const name of value.split(' ').filter((each) => each && !MARKERS.test(each) && !FOREIGN.test(each) && !checkedNames.has(each))) {
        const extended = build([name]);
        if (extended === css) faults.push(`${file} has the class “${name}”, which is no utility`);
        checkedNames.add(name);
        css = extended;
      }
    }
  }
  return { checkedCount: checkedNames.size, faults };
}
