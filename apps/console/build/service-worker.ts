import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Build } from '../src/worker/build-list.ts';
import { bundleScript } from './inline-scripts.ts';
import { cssFilesOf, findChunk } from './preload-links.ts';

const sourceDir = path.join(import.meta.dirname, '../src');
const workerSource = path.join(sourceDir, 'worker/service-worker.ts');

/** The path under which every host serves a page: `/index` for the app, the file name for sign-in pages. */
const pagePathOf = (name: string) => (name === 'index.html' ? '/index' : `/${name}`);

/** The site's operator edits this file, so it is not cached. */
const SITE_CONFIG = 'config.json';

/** Writes `service-worker.js` next to the pages, with the list of this build's files. */
export function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'suyuan-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const list = buildListOf(bundle, publicDir);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: `const BUILD=${JSON.stringify(list)};\n${await bundleScript(workerSource)}`,
        });
      },
    },
  };
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Every file by path. All except pages and public files have a content hash in their name. */
function buildListOf(bundle: Rolldown.OutputBundle, publicDir: string): Build {
  const publicFiles = readdirSync(publicDir).filter((name) => name !== SITE_CONFIG);
  const names = Object.keys(bundle);
  const files = [...names.filter((name) => !name.endsWith('.html')), ...publicFiles].map((name) => `/${name}`).sort();
  const pages = names
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const html = bundle[name];
      if (html?.type !== 'asset') throw new Error(`${name} is no page`);
      return { path: pagePathOf(name), sha256: sha256(html.source) };
    });
  const publicDigests = publicFiles.map((name) => sha256(readFileSync(path.join(publicDir, name))));
  const version = sha256(JSON.stringify([files, pages, publicDigests])).slice(0, 16);
  return { version, files, pages, ...chunksOf(bundle, files, publicFiles) };
}

/** Files of the frame and of each page, including lazy scripts and styles. */
function chunksOf(bundle: Rolldown.OutputBundle, files: string[], publicFiles: string[]): Pick<Build, 'frame' | 'parts'> {
  const pageModules = pageModulesOf('shell/pages.ts');
  const english = ['words/en-US.ts', 'words/seeds.ts'];
  const pageEndings = [...Object.values(pageModules), ...Object.values(pageModulesOf('shell/fixed-pages.tsx')), english].flat();
  const pageChunks = new Set(pageEndings.map((ending) => findChunk(bundle, `/${ending}`).fileName));
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith('/index.html'));
  if (!entry) throw new Error('index.html has no script');
  const frame = collectFiles([entry.fileName], bundle, pageChunks);
  const filesLoadedBy = (endings: readonly string[]) => {
    const ownChunks = endings.map((ending) => findChunk(bundle, `/${ending}`).fileName);
    const excludedChunks = new Set([...pageChunks, ...frame].filter((name) => !ownChunks.includes(name)));
    return collectFiles(ownChunks, bundle, excludedChunks);
  };
  const indexesOf = (names: Iterable<string>) => [...names].map((name) => files.indexOf(`/${name}`)).sort((one, two) => one - two);
  return {
    frame: indexesOf([...frame, ...publicFiles]),
    parts: Object.fromEntries(
      Object.entries({ ...pageModules, 'en-US': english }).map(([name, endings]) => [name, indexesOf(filesLoadedBy(endings))]),
    ),
  };
}

/** Modules that a page list imports, by component: `'manage/batch/index': { … import('…') }`. */
function pageModulesOf(pageListFile: string): Record<string, string[]> {
  const text = readFileSync(path.join(sourceDir, pageListFile), 'utf8');
  const modules: Record<string, string[]> = {};
  let name = '';
  for (const [, component, module] of text.matchAll(/^ {2}'([\w/]+)': \{|import\('(\.[^']+)'\)/gm)) {
    if (component) name = component;
    if (!module || module.includes('/stories/')) continue;
    const file = `src/${path.posix.join(path.posix.dirname(pageListFile), module)}`;
    modules[name] = [...(modules[name] ?? []), file];
  }
  if (Object.keys(modules).length === 0) throw new Error(`${pageListFile} names no page`);
  return modules;
}

/** Files that `names` load, eagerly or lazily, without `pageChunks` and their exclusive dependencies. */
function collectFiles(
  names: readonly string[],
  bundle: Rolldown.OutputBundle,
  pageChunks: ReadonlySet<string>,
  seen = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || seen.has(name) || pageChunks.has(name)) continue;
    seen.add(name);
    for (const style of cssFilesOf(file)) seen.add(style);
    collectFiles([...file.imports, ...file.dynamicImports], bundle, pageChunks, seen);
  }
  return seen;
}
