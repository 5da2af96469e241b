import path from 'node:path';
import type { Plugin } from 'vite';
import { smallScript } from './small-script.ts';

const TAG = /<script data-inside src="\/(src\/[\w/-]+\.ts)"><\/script>/g;

/**
 * Lays small scripts into the pages: what lays the look before the first paint, what asks for the session, and the forms before signing
 * in. Each runs where it stands and is no module; as a file it would cost a far line a round trip. The server lets run what stands in its
 * pages (`policyOf` there), and nothing that anybody else gets into them.
 */
export function scriptsInside(): Plugin {
  return {
    name: 'suyuan-scripts-inside',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const sources = [...html.matchAll(TAG)].map(([tag, source = '']) => ({ tag, source }));
        const codes = await Promise.all(sources.map(({ source }) => smallScript(path.join(import.meta.dirname, '..', source))));
        return sources.reduce((page, { tag }, at) => page.replace(tag, () => `<script>${codes[at]}</script>`), html);
      },
    },
  };
}
