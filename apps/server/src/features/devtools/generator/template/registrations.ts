import type { Language } from '@suyuan/contract';
import type { GenModel } from '../generator-model.ts';
import { indent, object, printDoc, quoted } from './doc-printer.ts';
import { sortNames } from './names.ts';
import { problemsOf } from './words.ts';

/** An existing file that registers modules. The change is idempotent. */
export interface Registration {
  path: string;
  /** @throws AnchorNotFound if the source no longer has the expected position */
  apply(source: string): string;
}

/** The expected position is missing, so the line must be added by hand. */
export class AnchorNotFound extends Error {}

/** Inserts an import in path order among similar ones. */
function insertImport(source: string, line: string, similar: RegExp): string {
  if (source.includes(line)) return source;
  const path = (text: string) => /from '([^']+)'|export \* from '([^']+)'/.exec(text)?.slice(1).find(Boolean) ?? '';
  const lines = source.split('\n');
  const matchingLines = lines.flatMap((text, at) => (similar.test(text) ? [at] : []));
  const last = matchingLines.at(-1);
  if (last === undefined) throw new AnchorNotFound(line);
  const position = matchingLines.find((at) => path(lines[at] ?? '').toLowerCase() > path(line).toLowerCase()) ?? last + 1;
  lines.splice(position, 0, line);
  return lines.join('\n');
}

/** Appends `entry` to the object that `head` opens. */
function insertEntry(source: string, head: RegExp, entry: string): string {
  const match = head.exec(source);
  if (!match) throw new AnchorNotFound(entry);
  const open = match.index + match[0].length;
  let depth = 1;
  let at = open;
  for (; at < source.length && depth > 0; at++) depth += { '{': 1, '[': 1, '}': -1, ']': -1 }[source[at] ?? ''] ?? 0;
  if (depth > 0) throw new AnchorNotFound(entry);
  const body = source.slice(open, at - 1);
  if (
    body.split('\n').some((line) => line.trim() === entry || line.trim() === `${entry},`) ||
    body.includes(` ${entry},`) ||
    body.trimEnd().endsWith(` ${entry}`)
  )
    return source;
  const isMultiline = body.includes('\n');
  const extended = isMultiline ? `${body.trimEnd().replace(/,?$/, ',')}\n  ${entry},\n` : `${body.trimEnd()}, ${entry} `;
  return source.slice(0, open) + extended + source.slice(at - 1);
}

/** Inserts a name into the contract import, in alphabetical order. */
function insertContractName(source: string, name: string): string {
  const match = /import \{\n((?: {2}\w+,\n)+)\} from '@suyuan\/contract';/.exec(source);
  if (!match) throw new AnchorNotFound(name);
  const names = sortNames([...(match[1] ?? '').split(',').map((each) => each.trim()), name].filter(Boolean));
  return source.replace(match[0], `import {\n${names.map((each) => `  ${each},\n`).join('')}} from '@suyuan/contract';`);
}

const insertBefore = (source: string, anchor: RegExp, text: string): string => {
  if (source.includes(text.trim())) return source;
  const match = anchor.exec(source);
  if (!match) throw new AnchorNotFound(text);
  return source.slice(0, match.index) + text + source.slice(match.index);
};

/** All files that register a module. @param migration file name without extension, e.g. `0002-order` */
export function registrations(model: GenModel, migration: string): Registration[] {
  const { domain, noun, plural, tree, owned } = model;
  const problems = problemsOf(model);
  const routes = `${noun}Routes`;
  /** Chinese texts of pages are in one pack, all English ones in another. */
  const pack = (language: Language): Registration => ({
    path: `packages/contract/src/words/${language === 'zh-CN' ? 'zh-CN-pages' : language}.ts`,
    apply(source) {
      const file = `../../../../locales/${language}/generated/${domain}/${noun}.json`;
      const withImport = insertImport(
        source,
        `import ${noun}Words from '${file}' with { type: 'json' };`,
        /^import \w+ from '.*\/locales\//,
      );
      return insertEntry(withImport, /const pa(ck|ges) = \{/, `...${noun}Words`);
    },
  });
  const problemTexts = (language: Language): Registration => ({
    path: `locales/${language}/pages/problems.json`,
    apply(source) {
      const texts = problems.map(({ name, chinese, english }) => [`problem.${name}`, language === 'zh-CN' ? chinese : english]);
      const existing = JSON.parse(source) as Record<string, string>;
      return `${JSON.stringify({ ...existing, ...Object.fromEntries(texts), ...existing }, null, 2)}\n`;
    },
  });
  return [
    {
      path: 'packages/contract/src/index.ts',
      apply: (source) => insertImport(source, `export * from './${domain}/${noun}.ts';`, /^export \* from '\.\//),
    },
    pack('zh-CN'),
    pack('en-US'),
    ...(problems.length > 0
      ? [
          problemTexts('zh-CN'),
          problemTexts('en-US'),
          {
            path: 'packages/contract/src/core/problem.ts',
            apply: (source: string) =>
              problems.reduce((edited, { name }) => {
                const code = name === `${noun}HasChildren` ? 601 : 500;
                const status = name === `${noun}BelowItself` ? 400 : 409;
                return new RegExp(`^  ${name}:`, 'm').test(edited)
                  ? edited
                  : insertEntry(edited, /export const problems = \{/, `${name}: { status: ${status}, code: ${code} }`);
              }, source),
          },
        ]
      : []),
    {
      path: 'apps/server/src/boot/app.ts',
      apply: (source) =>
        insertBefore(
          insertImport(
            source,
            `import { ${routes} } from '../features/${domain}/${noun}/${noun}.routes.ts';`,
            /^import \{[^}]*\} from '\.\.\/features\//,
          ),
          /\n {6}taskRoutes\(/,
          `\n      ${routes}(api);`,
        ),
    },
    ...(tree
      ? []
      : [
          {
            path: 'apps/server/src/boot/exported-lists.ts',
            apply(source: string) {
              const withName = insertContractName(source, plural);
              const line = `import * as ${noun}Service from '../features/${domain}/${noun}/${noun}.service.ts';`;
              return insertEntry(
                insertImport(withName, line, /^import .* from '\.\.\/features\//),
                /readonly ExportedList\[\] = \[/,
                `exportedList(${plural}, ${noun}Service.list)`,
              );
            },
          },
        ]),
    {
      path: 'apps/server/src/platform/db/migrations/index.ts',
      apply: (source) =>
        insertEntry(
          insertImport(source, `import * as ${noun}Table from './${migration}.ts';`, /^import \* as /),
          /Record<string, Migration> = \{/,
          `'${migration}': ${noun}Table`,
        ),
    },
    {
      path: 'apps/console/src/shell/pages.ts',
      apply(source) {
        const file = `../features/${domain}/${noun}/${noun}`;
        const load = `load: () => import('${file}-page.tsx')`;
        const detailProp = model.view && !tree ? [`below: { ':${model.key}': () => import('${file}-detail-page.tsx') }`] : [];
        const entry = printDoc(indent([`'${domain}/${noun}/index': `, object([load, ...detailProp])])).trim();
        const entryWithoutDetail = printDoc(indent([`'${domain}/${noun}/index': `, object([load])])).trim();
        // registered before its records had a detail page
        if (detailProp.length > 0 && source.includes(`${entryWithoutDetail},`))
          return source.replace(`${entryWithoutDetail},`, () => `${entry},`);
        return source.includes(load) ? source : insertEntry(source, /const entries: Record<string, PageEntry> = \{/, entry);
      },
    },
    ...(owned
      ? []
      : [
          {
            path: 'apps/server/src/platform/http/data-scope.test.ts',
            apply: (source: string) => insertEntry(source, /const UNOWNED = \[/, quoted(`${domain}/${noun}`)),
          },
        ]),
  ];
}
