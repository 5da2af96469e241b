import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const source = path.join(import.meta.dirname, '../src/app/first-paint.ts');

/**
 * Puts one small script in front of everything else of both pages. It is no module, so that it runs before the first paint, and a file
 * of its own, since the policy of content allows no script within the page.
 */
export function firstPaint(): Plugin {
  let file = 'first-paint.js';
  return {
    name: 'suyuan-first-paint',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const code = await script();
      file = `assets/first-paint-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: file, source: code });
    },
    configureServer({ middlewares }) {
      middlewares.use('/first-paint.js', (_request, response) => {
        void script().then((code) => response.setHeader('content-type', 'text/javascript').end(code));
      });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }],
  };
}

async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  });
  // The cast: without `watch`, and with one output, `build` answers one bundle.
  return (built as Rolldown.RolldownOutput).output[0].code;
}
