import type { Plugin, Rolldown } from 'vite';

/**
 * The entry only imports the app; the page names the app's files beside it, so that they do not wait for one another. The sign-in page
 * gets their list and fetches them while its user types. Both name the English pack, and the stored words that it takes the place of,
 * before their first script, for those who read English.
 */
export function preloaded(): Plugin {
  return {
    name: 'suyuan-preloaded',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const app = chunkOf(bundle, '/src/shell/main.tsx');
        const files = [...reach(app, bundle)];
        const styles = [...new Set(files.flatMap((file) => styleOf(bundle[file])))];
        const english = ['/words/en-US.ts', '/words/zh-CN/system/dict-seed.ts'].map((ending) => chunkOf(bundle, ending).fileName);
        for (const page of ['index.html', 'login.html']) {
          const html = bundle[page];
          if (html?.type !== 'asset') throw new Error(`the build holds no ${page}`);
          const rest = page === 'index.html' ? links(files, styles) : list('shell', [...files, ...styles]);
          html.source = String(html.source)
            .replace('</head>', `${rest}</head>`)
            .replace('<script>', `${list('english', english)}<script>`);
        }
      },
    },
  };
}

/** The chunk of a build that holds the module whose path ends so. @throws where none does */
export function chunkOf(bundle: Rolldown.OutputBundle, ending: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(ending))) return file;
  throw new Error(`the build holds no chunk with ${ending}`);
}

/** Files that come with `chunk`, itself first. */
export function reach(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const file of chunk.imports) {
    const next = bundle[file];
    if (next?.type === 'chunk') reach(next, bundle, seen);
  }
  return seen;
}

/** Style sheets that Vite hangs on a chunk. */
export const styleOf = (file: unknown): string[] => [
  ...((file as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss ?? []),
];

const links = (files: string[], styles: string[]) =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');

const list = (name: string, files: string[]) => `<meta name="${name}" content="${files.join(' ')}">`;
