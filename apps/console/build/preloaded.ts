import type { Plugin, Rolldown } from 'vite';

/**
 * The first script only asks who is signed in and then imports the app; the page names the app's files beside it, so that they do not
 * wait for one another. The sign-in page gets their list and fetches them while its user types.
 */
export function preloaded(): Plugin {
  return {
    name: 'suyuan-preloaded',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
        const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/app/main.tsx')));
        if (!app) throw new Error('the build holds no app chunk');
        const files = [...reach(app, bundle)];
        const styles = [...new Set(files.flatMap((file) => styleOf(bundle[file])))];
        for (const page of ['index.html', 'login.html']) {
          const html = bundle[page];
          if (html?.type !== 'asset') throw new Error(`the build holds no ${page}`);
          html.source = String(html.source).replace(
            '</head>',
            `${page === 'index.html' ? links(files, styles) : list(files, styles)}</head>`,
          );
        }
      },
    },
  };
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
const styleOf = (file: unknown): string[] => [
  ...((file as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss ?? []),
];

const links = (files: string[], styles: string[]) =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');

const list = (files: string[], styles: string[]) => `<meta name="shell" content="${[...files, ...styles].join(' ')}">`;
