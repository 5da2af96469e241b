import path from 'node:path';
import type { Plugin } from 'vite';
import { bundleScript } from './small-script.ts';

const TAG = /<script data-inside src="\/(src\/[\w/-]+\.ts)"><\/script>/g;

/**
 * Inlines small classic scripts into the pages: theme before first paint, session prefetch, sign-in forms. As files they would each cost a
 * round trip. The server's CSP allows exactly these inline scripts (`policyOf`).
 */
export function inlineScripts(): Plugin {
  return {
    name: 'suyuan-scripts-inside',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const sources = [...html.matchAll(TAG)].map(([tag, source = '']) => ({ tag, source }));
        const codes = await Promise.all(sources.map(({ source }) => bundleScript(path.join(import.meta.dirname, '..', source))));
        return sources.reduce((page, { tag }, at) => page.replace(tag, () => `<script>${codes[at]}</script>`), html);
      },
    },
  };
}
