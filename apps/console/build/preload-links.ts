import type { Plugin, Rolldown } from 'vite';

/**
 * Preloads the app's files from the page, so that they do not load one after another. The sign-in page prefetches the same list while the
 * user types. For English readers, both preload the English pack before the first script.
 */
export function preloadLinks(): Plugin {
  return {
    name: 'suyuan-preloaded',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const app = findChunk(bundle, '/src/shell/main.tsx');
        const files = [...collectStaticImports(app, bundle)];
        const styles = [...new Set(files.flatMap((file) => cssFilesOf(bundle[file])))];
        const english = ['/words/en-US.ts', '/locales/zh-CN/seeds.json'].map((ending) => findChunk(bundle, ending).fileName);
        for (const page of ['index.html', 'login.html']) {
          const html = bundle[page];
          if (html?.type !== 'asset') throw new Error(`the build holds no ${page}`);
          const tags = page === 'index.html' ? linkTags(files, styles) : metaTag('shell', [...files, ...styles]);
          html.source = String(html.source)
            .replace('</head>', `${tags}</head>`)
            .replace('<script>', `${metaTag('english', english)}<script>`);
        }
      },
    },
  };
}

/**
 * The chunk that contains the module whose path ends with `ending`.
 * @throws where none does
 */
export function findChunk(bundle: Rolldown.OutputBundle, ending: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(ending))) return file;
  throw new Error(`the build holds no chunk with ${ending}`);
}

/** Files that load with `chunk`, starting with the chunk itself. */
export function collectStaticImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const file of chunk.imports) {
    const next = bundle[file];
    if (next?.type === 'chunk') collectStaticImports(next, bundle, seen);
  }
  return seen;
}

/** Style sheets that Vite attaches to a chunk. */
export const cssFilesOf = (file: unknown): string[] => [
  ...((file as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss ?? []),
];

const linkTags = (files: string[], styles: string[]) =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');

const metaTag = (name: string, files: string[]) => `<meta name="${name}" content="${files.join(' ')}">`;
