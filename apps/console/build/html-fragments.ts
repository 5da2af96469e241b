import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Inserts shared fragments of the sign-in pages (styles, picture, logo) at their placeholders: `<!--part scene-->`. */
export function htmlFragments(): Plugin {
  let folder = '';
  return {
    name: 'suyuan-parts',
    configResolved({ root }) {
      folder = path.join(root, 'src/sign-in/parts');
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll(/ *<!--part ([\w-]+)-->\n/g, (_, name: string) => readFileSync(path.join(folder, `${name}.html`), 'utf8')),
    },
  };
}
