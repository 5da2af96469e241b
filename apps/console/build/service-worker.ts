import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Build } from '../src/worker/build-list.ts';
import { chunkOf, styleOf } from './preloaded.ts';
import { smallScript } from './small-script.ts';

const src = path.join(import.meta.dirname, '../src');
const source = path.join(src, 'worker/service-worker.ts');

/** The path under which every host serves a page: `/index` for the app, the file name for sign-in pages. */
const placeOf = (name: string) => (name === 'index.html' ? '/index' : `/${name}`);

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
        const list = listOf(bundle, publicDir);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: `const BUILD=${JSON.stringify(list)};\n${await smallScript(source)}`,
        });
      },
    },
  };
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Every file by path. All except pages and public files have a content hash in their name. */
function listOf(bundle: Rolldown.OutputBundle, publicDir: string): Build {
  const open = readdirSync(publicDir).filter((name) => name !== SITE_CONFIG);
  const names = Object.keys(bundle);
  const files = [...names.filter((name) => !name.endsWith('.html')), ...open].map((name) => `/${name}`).sort();
  const pages = names
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const html = bundle[name];
      if (html?.type !== 'asset') throw new Error(`${name} is no page`);
      return { path: placeOf(name), sha256: sha256(html.source) };
    });
  const loose = open.map((name) => sha256(readFileSync(path.join(publicDir, name))));
  const version = sha256(JSON.stringify([files, pages, loose])).slice(0, 16);
  return { version, files, pages, ...partsOf(bundle, files, open) };
}

/** Files of the frame and of each page, including lazy scripts and styles. */
function partsOf(bundle: Rolldown.OutputBundle, files: string[], open: string[]): Pick<Build, 'frame' | 'parts'> {
  const pageModules = modulesOf('shell/pages.ts');
  const english = ['words/en-US.ts', 'words/seeds.ts'];
  const ends = [...Object.values(pageModules), ...Object.values(modulesOf('shell/fixed-pages.tsx')), english].flat();
  const stops = new Set(ends.map((ending) => chunkOf(bundle, `/${ending}`).fileName));
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith('/index.html'));
  if (!entry) throw new Error('index.html has no script');
  const frame = all([entry.fileName], bundle, stops);
  const loaded = (endings: readonly string[]) => {
    const own = endings.map((ending) => chunkOf(bundle, `/${ending}`).fileName);
    const others = new Set([...stops, ...frame].filter((name) => !own.includes(name)));
    return all(own, bundle, others);
  };
  const places = (names: Iterable<string>) => [...names].map((name) => files.indexOf(`/${name}`)).sort((one, two) => one - two);
  return {
    frame: places([...frame, ...open]),
    parts: Object.fromEntries(
      Object.entries({ ...pageModules, 'en-US': english }).map(([name, endings]) => [name, places(loaded(endings))]),
    ),
  };
}

/** Modules that a page list imports, by component: `'manage/batch/index': { … import('…') }`. */
function modulesOf(list: string): Record<string, string[]> {
  const text = readFileSync(path.join(src, list), 'utf8');
  const modules: Record<string, string[]> = {};
  let name = '';
  for (const [, component, module] of text.matchAll(/^ {2}'([\w/]+)': \{|import\('(\.[^']+)'\)/gm)) {
    if (component) name = component;
    if (!module || module.includes('/stories/')) continue;
    const file = `src/${path.posix.join(path.posix.dirname(list), module)}`;
    modules[name] = [...(modules[name] ?? []), file];
  }
  if (Object.keys(modules).length === 0) throw new Error(`${list} names no page`);
  return modules;
}

/** Files that `names` load, eagerly or lazily, without `stops` and their exclusive dependencies. */
function all(names: readonly string[], bundle: Rolldown.OutputBundle, stops: ReadonlySet<string>, seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || seen.has(name) || stops.has(name)) continue;
    seen.add(name);
    for (const style of styleOf(file)) seen.add(style);
    all([...file.imports, ...file.dynamicImports], bundle, stops, seen);
  }
  return seen;
}
