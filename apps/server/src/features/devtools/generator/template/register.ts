import type { Language } from '@suyuan/contract';
import type { GenModel } from '../generator-model.ts';
import { indent, laidOut, object, quoted } from './layout.ts';
import { sorted } from './names.ts';
import { problemsOf } from './words.ts';

/** An existing file that registers modules. The change is idempotent. */
export interface Registration {
  path: string;
  /** @throws AnchorLost if the source no longer has the expected position */
  tell(source: string): string;
}

/** The expected position is missing, so the line must be added by hand. */
export class AnchorLost extends Error {}

/** Inserts an import in path order among similar ones. */
function importing(source: string, line: string, like: RegExp): string {
  if (source.includes(line)) return source;
  const path = (text: string) => /from '([^']+)'|export \* from '([^']+)'/.exec(text)?.slice(1).find(Boolean) ?? '';
  const lines = source.split('\n');
  const own = lines.flatMap((text, at) => (like.test(text) ? [at] : []));
  const last = own.at(-1);
  if (last === undefined) throw new AnchorLost(line);
  const before = own.find((at) => path(lines[at] ?? '').toLowerCase() > path(line).toLowerCase()) ?? last + 1;
  lines.splice(before, 0, line);
  return lines.join('\n');
}

/** Appends `entry` to the object that `head` opens. */
function entering(source: string, head: RegExp, entry: string): string {
  const match = head.exec(source);
  if (!match) throw new AnchorLost(entry);
  const open = match.index + match[0].length;
  let depth = 1;
  let at = open;
  for (; at < source.length && depth > 0; at++) depth += { '{': 1, '[': 1, '}': -1, ']': -1 }[source[at] ?? ''] ?? 0;
  if (depth > 0) throw new AnchorLost(entry);
  const inside = source.slice(open, at - 1);
  if (
    inside.split('\n').some((line) => line.trim() === entry || line.trim() === `${entry},`) ||
    inside.includes(` ${entry},`) ||
    inside.trimEnd().endsWith(` ${entry}`)
  )
    return source;
  const many = inside.includes('\n');
  const told = many ? `${inside.trimEnd().replace(/,?$/, ',')}\n  ${entry},\n` : `${inside.trimEnd()}, ${entry} `;
  return source.slice(0, open) + told + source.slice(at - 1);
}

/** Inserts a name into the contract import, in alphabetical order. */
function naming(source: string, name: string): string {
  const match = /import \{\n((?: {2}\w+,\n)+)\} from '@suyuan\/contract';/.exec(source);
  if (!match) throw new AnchorLost(name);
  const names = sorted([...(match[1] ?? '').split(',').map((each) => each.trim()), name].filter(Boolean));
  return source.replace(match[0], `import {\n${names.map((each) => `  ${each},\n`).join('')}} from '@suyuan/contract';`);
}

const before = (source: string, anchor: RegExp, text: string): string => {
  if (source.includes(text.trim())) return source;
  const match = anchor.exec(source);
  if (!match) throw new AnchorLost(text);
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
    tell(source) {
      const file = `../../../../locales/${language}/generated/${domain}/${noun}.json`;
      const told = importing(source, `import ${noun}Words from '${file}' with { type: 'json' };`, /^import \w+ from '.*\/locales\//);
      return entering(told, /const pa(ck|ges) = \{/, `...${noun}Words`);
    },
  });
  const problemTexts = (language: Language): Registration => ({
    path: `locales/${language}/pages/problems.json`,
    tell(source) {
      const texts = problems.map(({ name, chinese, english }) => [`problem.${name}`, language === 'zh-CN' ? chinese : english]);
      const existing = JSON.parse(source) as Record<string, string>;
      return `${JSON.stringify({ ...existing, ...Object.fromEntries(texts), ...existing }, null, 2)}\n`;
    },
  });
  return [
    {
      path: 'packages/contract/src/index.ts',
      tell: (source) => importing(source, `export * from './${domain}/${noun}.ts';`, /^export \* from '\.\//),
    },
    pack('zh-CN'),
    pack('en-US'),
    ...(problems.length > 0
      ? [
          problemTexts('zh-CN'),
          problemTexts('en-US'),
          {
            path: 'packages/contract/src/core/problem.ts',
            tell: (source: string) =>
              problems.reduce((told, { name }) => {
                const code = name === `${noun}HasChildren` ? 601 : 500;
                const status = name === `${noun}BelowItself` ? 400 : 409;
                return new RegExp(`^  ${name}:`, 'm').test(told)
                  ? told
                  : entering(told, /export const problems = \{/, `${name}: { status: ${status}, code: ${code} }`);
              }, source),
          },
        ]
      : []),
    {
      path: 'apps/server/src/boot/app.ts',
      tell: (source) =>
        before(
          importing(
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
            tell(source: string) {
              const named = naming(source, plural);
              const line = `import * as ${noun}Service from '../features/${domain}/${noun}/${noun}.service.ts';`;
              return entering(
                importing(named, line, /^import .* from '\.\.\/features\//),
                /readonly ExportedList\[\] = \[/,
                `exportedList(${plural}, ${noun}Service.list)`,
              );
            },
          },
        ]),
    {
      path: 'apps/server/src/platform/db/migrations/index.ts',
      tell: (source) =>
        entering(
          importing(source, `import * as ${noun}Table from './${migration}.ts';`, /^import \* as /),
          /Record<string, Migration> = \{/,
          `'${migration}': ${noun}Table`,
        ),
    },
    {
      path: 'apps/console/src/shell/pages.ts',
      tell(source) {
        const file = `../features/${domain}/${noun}/${noun}`;
        const load = `load: () => import('${file}-page.tsx')`;
        const below = model.view && !tree ? [`below: { ':${model.key}': () => import('${file}-detail-page.tsx') }`] : [];
        const entry = laidOut(indent([`'${domain}/${noun}/index': `, object([load, ...below])])).trim();
        const alone = laidOut(indent([`'${domain}/${noun}/index': `, object([load])])).trim();
        // registered before its records had a detail page
        if (below.length > 0 && source.includes(`${alone},`)) return source.replace(`${alone},`, () => `${entry},`);
        return source.includes(load) ? source : entering(source, /const entries: Record<string, PageEntry> = \{/, entry);
      },
    },
    ...(owned
      ? []
      : [
          {
            path: 'apps/server/src/platform/http/foreign.test.ts',
            tell: (source: string) => entering(source, /const UNOWNED = \[/, quoted(`${domain}/${noun}`)),
          },
        ]),
  ];
}
