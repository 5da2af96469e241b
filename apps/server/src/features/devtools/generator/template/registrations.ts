import type { GenModel } from '../generator-model.ts';
import { isPlainPage, pageProps } from './page.ts';
import { quoted } from './source.ts';
import { problemsOf } from './words.ts';

/** An existing file that registers modules. The change is idempotent. */
export interface Registration {
  path: string;
  /** @throws AnchorNotFound if the source no longer has the expected position */
  apply(source: string): string;
}

/** The expected position is missing, so the line must be added by hand. */
export class AnchorNotFound extends Error {}

/** Inserts an import after similar ones. Formatting sorts it. */
function insertImport(source: string, line: string, similar: RegExp): string {
  if (source.includes(line)) return source;
  const lines = source.split('\n');
  const last = lines.findLastIndex((text) => similar.test(text));
  if (last < 0) throw new AnchorNotFound(line);
  return lines.toSpliced(last + 1, 0, line).join('\n');
}

/** Index after the bracket that closes the one before `open`, or -1. */
function endOfBlock(source: string, open: number): number {
  let depth = 1;
  let at = open;
  for (; at < source.length && depth > 0; at++) depth += { '{': 1, '[': 1, '}': -1, ']': -1 }[source[at] ?? ''] ?? 0;
  return depth > 0 ? -1 : at;
}

/** Appends `entry` to the object that `head` opens. */
function insertEntry(source: string, head: RegExp, entry: string): string {
  const match = head.exec(source);
  const open = match ? match.index + match[0].length : 0;
  const end = match ? endOfBlock(source, open) : -1;
  if (end < 0) throw new AnchorNotFound(entry);
  const body = source.slice(open, end - 1);
  if (withoutLayout(body).includes(withoutLayout(entry))) return source;
  const extended = body.includes('\n') ? `${body.trimEnd().replace(/,?$/, ',')}\n  ${entry},\n` : `${body.trimEnd()}, ${entry} `;
  return source.slice(0, open) + extended + source.slice(end - 1);
}

/** Inserts a name into the import of the contract. Formatting sorts it. */
function insertContractName(source: string, name: string): string {
  const match = /import \{([^}]*)\} from '@suyuan\/contract';/.exec(source);
  if (!match) throw new AnchorNotFound(name);
  if (new RegExp(`\\b${name}\\b`).test(match[1] ?? '')) return source;
  return source.replace(match[0], match[0].replace('{', `{ ${name}, `));
}

/** Layout does not matter: formatting adds commas and brackets. */
const withoutLayout = (code: string) => code.replace(/[\s,();]/g, '');

/** Replaces `code` by `next` if it is one that other settings generate; changes by hand stay. */
const replaceGenerated = (source: string, code: string, generated: readonly string[], next: string) =>
  code !== '' && generated.some((each) => withoutLayout(each) === withoutLayout(code)) && withoutLayout(code) !== withoutLayout(next)
    ? source.replace(code, () => next)
    : source;

/** All files that register a module. @param migration file name without extension, e.g. `0002-order` */
export function registrations(model: GenModel, migration: string): Registration[] {
  const { domain, noun, plural, type, key, tree, owned } = model;
  const problems = problemsOf(model);
  const [name, feature] = [`${domain}/${noun}`, `../features/${domain}/${noun}/${noun}`];
  const all: Registration[] = [];
  const edit = (path: string, apply: Registration['apply']) => all.push({ path, apply });

  edit('packages/contract/src/index.ts', (source) => insertImport(source, `export * from './${name}.ts';`, /^export \* from '\.\//));
  // Chinese texts of pages are in one pack, all English ones in another
  for (const [language, pack] of [
    ['zh-CN', 'zh-CN-pages'],
    ['en-US', 'en-US'],
  ] as const) {
    const file = `../../../../locales/${language}/generated/${name}.json`;
    const line = `import ${noun}Words from '${file}' with { type: 'json' };`;
    edit(`packages/contract/src/words/${pack}.ts`, (source) =>
      insertEntry(insertImport(source, line, /^import \w+ from '.*\/locales\//), /const pa(ck|ges) = \{/, `...${noun}Words`),
    );
    if (problems.length === 0) continue;
    edit(`locales/${language}/pages/problems.json`, (source) => {
      const texts = problems.map((problem) => [`problem.${problem.name}`, language === 'zh-CN' ? problem.chinese : problem.english]);
      const existing = JSON.parse(source) as Record<string, string>;
      return `${JSON.stringify({ ...existing, ...Object.fromEntries(texts), ...existing }, null, 2)}\n`;
    });
  }
  if (problems.length > 0)
    edit('packages/contract/src/problems.ts', (source) =>
      problems.reduce((edited, { name: problem, status, code }) => {
        if (new RegExp(`^  ${problem}:`, 'm').test(edited)) return edited;
        return insertEntry(edited, /export const problems = \{/, `${problem}: { status: ${status}, code: ${code} }`);
      }, source),
    );
  edit('apps/server/src/boot/app.ts', (source) => {
    const line = `import { ${noun}Routes } from '${feature}.routes.ts';`;
    const [edited, call] = [insertImport(source, line, /^import \{[^}]*\} from '\.\.\/features\//), `\n      ${noun}Routes(api);`];
    if (edited.includes(call)) return edited;
    if (!/\n {6}taskRoutes\(/.test(edited)) throw new AnchorNotFound(call);
    return edited.replace(/\n {6}taskRoutes\(/, (anchor) => call + anchor);
  });
  if (!tree)
    edit('apps/server/src/boot/exported-lists.ts', (source) => {
      const line = `import * as ${noun}Service from '${feature}.service.ts';`;
      const withImports = insertImport(insertContractName(source, plural), line, /^import .* from '\.\.\/features\//);
      return insertEntry(withImports, /readonly ExportedList\[\] = \[/, `exportedList(${plural}, ${noun}Service.list)`);
    });
  edit('apps/server/src/platform/db/migrations/index.ts', (source) => {
    const withImport = insertImport(source, `import * as ${noun}Table from './${migration}.ts';`, /^import \* as /);
    return insertEntry(withImport, /Record<string, Migration> = \{/, `'${migration}': ${noun}Table`);
  });
  if (isPlainPage(model))
    edit('apps/console/src/shell/plain-pages.tsx', (source) => {
      const page = (formColumns: number, view: boolean) =>
        `export const ${type}Page = () => <ResourcePage resource={${plural}}${pageProps({ ...model, formColumns, view })} />;`;
      const next = page(model.formColumns, model.view);
      const existing = new RegExp(`export const ${type}Page = [^;]*;`).exec(source)?.[0];
      if (existing === undefined) return `${insertContractName(source, plural)}\n${next}\n`;
      const generated = [1, 2, 3].flatMap((count) => [page(count, false), page(count, true)]);
      return replaceGenerated(source, existing, generated, next);
    });
  edit('apps/console/src/shell/pages.ts', (source) => {
    const head = `'${name}/index': {`;
    const entry = (plain: boolean, detail: boolean) => {
      const load = plain
        ? `async () => ({ default: (await import('./plain-pages.tsx')).${type}Page })`
        : `() => import('${feature}-page.tsx')`;
      return `${head} load: ${load}${detail ? `, below: { ':${key}': () => import('${feature}-detail-page.tsx') }` : ''} }`;
    };
    const next = entry(isPlainPage(model), model.view && !tree);
    const start = source.indexOf(head);
    if (start < 0) return insertEntry(source, /const entries: Record<string, PageEntry> = \{/, next);
    const generated = [true, false].flatMap((plain) => [entry(plain, false), entry(plain, true)]);
    return replaceGenerated(source, source.slice(start, endOfBlock(source, start + head.length)), generated, next);
  });
  if (!owned) edit('apps/server/src/platform/http/data-scope.test.ts', (source) => insertEntry(source, /const UNOWNED = \[/, quoted(name)));
  return all;
}
