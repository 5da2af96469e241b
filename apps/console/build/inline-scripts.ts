import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Bundles a source file and its imports into one classic script. */
export async function bundleScript(source: string): Promise<string> {
  const buildResult = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // as in vite.config.ts: plugin timings ignore `logLevel`
      rolldownOptions: { input: source, output: { format: 'iife' }, checks: { pluginTimings: false } },
    },
  });
  // The cast: without `watch`, and with one output, `build` returns one bundle.
  const [{ code }] = (buildResult as Rolldown.RolldownOutput).output;
  return code.trim().replaceAll('</script', '<\\/script');
}

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
